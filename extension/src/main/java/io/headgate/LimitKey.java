package io.headgate;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whose permits are counted: one policy and one subject. Two keys are equal if their policies and all parts of their
 * subjects are. The subject is personal (an address, a user, an API key), so it is never shown: what leaves the process is
 * {@link #digest()}.
 */
public final class LimitKey implements Comparable<LimitKey> {

    private static final int DIGEST_BYTES = 16;

    private final String policy;
    private final String[] subject;
    private final int hash;

    private LimitKey(String policy, String[] subject) {
        this.policy = policy;
        this.subject = subject;
        this.hash = 31 * policy.hashCode() + Arrays.hashCode(subject);
    }

    /**
     * The key of a policy and a subject.
     *
     * @param policy the policy's name
     * @param subject the parts of the subject in order, each a kind ({@code ip}) or a value; at least one
     */
    public static LimitKey of(String policy, List<String> subject) {
        if (subject.isEmpty()) {
            throw new IllegalArgumentException("a subject has at least one part");
        }
        String[] parts = subject.toArray(String[]::new);
        for (String part : parts) {
            Objects.requireNonNull(part, "part of a subject");
        }
        return new LimitKey(Objects.requireNonNull(policy, "policy"), parts);
    }

    /** The policy's name. */
    public String policy() {
        return policy;
    }

    /**
     * 128 bits of the SHA-256 of the subject's parts, each preceded by its length in bytes (UTF-8, big-endian, 4 bytes),
     * as 22 characters of base64url (RFC 4648, section 5, without padding). All policies have the same digest for one
     * subject.
     */
    public String digest() {
        MessageDigest sha256 = sha256();
        for (String part : subject) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            sha256.update(
                    ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            sha256.update(bytes);
        }
        byte[] kept = Arrays.copyOf(sha256.digest(), DIGEST_BYTES);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(kept);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LimitKey that
                && hash == that.hash
                && policy.equals(that.policy)
                && Arrays.equals(subject, that.subject);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** A total order, consistent with equals: the order in which a store takes several keys. */
    @Override
    public int compareTo(LimitKey that) {
        int byPolicy = policy.compareTo(that.policy);
        return byPolicy != 0 ? byPolicy : Arrays.compare(subject, that.subject);
    }

    /** The policy and the digest; never the subject. */
    @Override
    public String toString() {
        return policy + ":{" + digest() + "}";
    }
}

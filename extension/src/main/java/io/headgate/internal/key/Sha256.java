package io.headgate.internal.key;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Digests in lower-case hex. */
final class Sha256 {

    private Sha256() {}

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(digester().digest(bytes));
    }

    /** The digest of all values, each preceded by its length, so that no two lists have the same input. */
    static String hex(List<String> values) {
        MessageDigest digester = digester();
        for (String value : values) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            digester.update(
                    ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            digester.update(bytes);
        }
        return HexFormat.of().formatHex(digester.digest());
    }

    private static MessageDigest digester() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

package io.headgate.internal.key;

import java.util.Arrays;
import java.util.Optional;

/**
 * Brings the address of a socket's peer into the one form under which it is counted. Nothing is ever looked up: what is
 * not an address literal is no address.
 *
 * @param ipv6Prefix how many bits of an IPv6 address tell clients apart, 1 to 128
 */
public record ClientAddress(int ipv6Prefix) {

    /** The size of the network that one IPv6 client is usually given. */
    public static final int DEFAULT_IPV6_PREFIX = 64;

    /** Longer than any literal with brackets, zone and port. */
    private static final int LONGEST = 128;

    /**
     * Refuses a prefix that no address has.
     *
     * @throws IllegalArgumentException if the prefix is not 1 to 128
     */
    public ClientAddress {
        if (ipv6Prefix < 1 || ipv6Prefix > 128) {
            throw new IllegalArgumentException("IPv6 prefix is " + ipv6Prefix + ", allowed are 1 to 128");
        }
    }

    /** Addresses grouped by the default prefix. */
    public static ClientAddress standard() {
        return new ClientAddress(DEFAULT_IPV6_PREFIX);
    }

    /**
     * The form under which the peer is counted: {@code 192.0.2.1}, {@code 2001:db8:1:2::/64}. IPv4 inside IPv6 counts as
     * IPv4; port, brackets and zone are dropped. Empty where the text is no address, or the unspecified one.
     */
    public Optional<String> normalForm(String peer) {
        String text = peer.strip();
        if (text.length() > LONGEST) {
            return Optional.empty();
        }
        if (text.startsWith("[")) {
            return bracketed(text);
        }
        int colon = text.indexOf(':');
        if (colon < 0) {
            return ipv4(text);
        }
        boolean onlyColon = text.indexOf(':', colon + 1) < 0;
        return onlyColon ? ipv4WithPort(text, colon) : ipv6(text);
    }

    private Optional<String> bracketed(String text) {
        int end = text.indexOf(']');
        if (end < 0) {
            return Optional.empty();
        }
        String rest = text.substring(end + 1);
        boolean readable = rest.isEmpty() || (rest.charAt(0) == ':' && isPort(rest.substring(1)));
        return readable ? ipv6(text.substring(1, end)) : Optional.empty();
    }

    private static Optional<String> ipv4WithPort(String text, int colon) {
        return isPort(text.substring(colon + 1)) ? ipv4(text.substring(0, colon)) : Optional.empty();
    }

    private static boolean isPort(String text) {
        int port = Addresses.number(text, 5, 10);
        return port >= 0 && port <= 65535;
    }

    private static Optional<String> ipv4(String text) {
        return Addresses.ipv4(text).filter(ClientAddress::isSpecified).map(Addresses::textOfIpv4);
    }

    private Optional<String> ipv6(String text) {
        int zone = text.indexOf('%');
        return Addresses.ipv6(zone < 0 ? text : text.substring(0, zone)).flatMap(this::ipv6);
    }

    private Optional<String> ipv6(byte[] bytes) {
        byte[] counted = isMapped(bytes) ? Arrays.copyOfRange(bytes, 12, 16) : bytes;
        if (!isSpecified(counted)) {
            return Optional.empty();
        }
        return Optional.of(
                counted.length == 4
                        ? Addresses.textOfIpv4(counted)
                        : Addresses.textOfIpv6(network(counted)) + "/" + ipv6Prefix);
    }

    /** An IPv4 address in IPv6 clothes: {@code ::ffff:0:0/96}. */
    private static boolean isMapped(byte[] bytes) {
        for (int i = 0; i < 10; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return bytes[10] == -1 && bytes[11] == -1;
    }

    private static boolean isSpecified(byte[] bytes) {
        for (byte b : bytes) {
            if (b != 0) {
                return true;
            }
        }
        return false;
    }

    private byte[] network(byte[] address) {
        byte[] network = address.clone();
        for (int i = 0; i < network.length; i++) {
            int kept = Math.min(8, Math.max(0, ipv6Prefix - 8 * i));
            network[i] &= (byte) (0xff00 >> kept);
        }
        return network;
    }
}

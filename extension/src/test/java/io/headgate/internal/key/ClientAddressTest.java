package io.headgate.internal.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAddressTest {

    private final ClientAddress standard = ClientAddress.standard();

    @ParameterizedTest
    @CsvSource(textBlock = """
            198.51.100.7,                                  198.51.100.7
            ' 198.51.100.7 ',                              198.51.100.7
            198.51.100.7:51234,                            198.51.100.7
            255.255.255.255,                               255.255.255.255
            127.0.0.1,                                     127.0.0.1
            [2001:db8:1:2:3:4:5:6]:443,                    2001:db8:1:2::/64
            [2001:db8:1:2:3:4:5:6],                        2001:db8:1:2::/64
            2001:db8:1:2:3:4:5:6,                          2001:db8:1:2::/64
            2001:db8:1:2::1,                               2001:db8:1:2::/64
            2001:0DB8:1:2:ffff::9,                         2001:db8:1:2::/64
            2001:db8::1,                                   2001:db8::/64
            2001:0db8:0:0:0:0:0:1,                         2001:db8::/64
            ::1,                                           ::/64
            1::,                                           1::/64
            ::1:2:3:4:5:6:7,                               0:1:2:3::/64
            1:2:3:4:5:6:7::,                               1:2:3:4::/64
            ::ffff:203.0.113.9,                            203.0.113.9
            ::ffff:cb00:7109,                              203.0.113.9
            ::FFFF:203.0.113.9,                            203.0.113.9
            0:0:0:0:0:ffff:203.0.113.9,                    203.0.113.9
            0000:0000:0000:0000:0000:ffff:cb00:7109,       203.0.113.9
            [::ffff:203.0.113.9]:80,                       203.0.113.9
            ::ffff:192.0.2.1,                              192.0.2.1
            ::ffff:192.0.2.2,                              192.0.2.2
            fe80::1%eth0,                                  fe80::/64
            [fe80::1%eth0]:80,                             fe80::/64
            fe80::1%,                                      fe80::/64
            64:ff9b::192.0.2.1,                            64:ff9b::/64
            1:2:3:4:5:6:192.0.2.1,                         1:2:3:4::/64
            """)
    void bringsAddressesIntoOneForm(String peer, String form) {
        assertThat(standard.normalForm(peer)).contains(form);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "unknown",
                "_hidden",
                "evil.example",
                "localhost",
                "0.0.0.0",
                "::",
                "[::]",
                "::ffff:0.0.0.0",
                "256.1.1.1",
                "127.1",
                "127.0.0",
                "1.2.3.4.5",
                "0x7f.1",
                "0x7f.0.0.1",
                "010.0.0.1",
                "1.2.3.04",
                "2130706433",
                "1.2.3.",
                ".1.2.3",
                "1..2.3",
                "-1.2.3.4",
                "+1.2.3.4",
                "1.2.3.4 5",
                "1.2.3.4:",
                "1.2.3.4:x",
                "1.2.3.4:65536",
                "1.2.3.4:123456",
                "1.2.3.4%eth0",
                "[1.2.3.4]",
                "[::1",
                "::1]",
                "[::1]x",
                "[::1]:",
                "[::1]:99999",
                "[]",
                "[",
                "]",
                ":",
                ":::",
                "::1::",
                "1::2::3",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7:8::",
                "::1:2:3:4:5:6:7:8",
                "12345::",
                "g::1",
                "1:2:3:4:5:6:7:1.2.3.4",
                "1.2.3.4::",
                "::1.2.3.4:5",
                "::1.2.3",
                "::01.2.3.4",
                "1:",
                ":1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:",
                "%eth0",
                "::%",
                "\u0661.2.3.4",
                "\uff11::1",
                "::1\u0000",
                "/127.0.0.1"
            })
    void whatIsNoAddressLiteralIsNoAddress(String peer) {
        assertThat(standard.normalForm(peer)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            1,   8000::/1
            8,   ff00::/8
            12,  fff0::/12
            48,  ffff:ffff:ffff::/48
            56,  ffff:ffff:ffff:ff00::/56
            64,  ffff:ffff:ffff:ffff::/64
            127, ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe/127
            128, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128
            """)
    void theprefixTellsClientsApart(int prefix, String form) {
        assertThat(new ClientAddress(prefix).normalForm("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"))
                .contains(form);
        assertThat(new ClientAddress(prefix).normalForm("192.0.2.1")).contains("192.0.2.1");
    }

    @Test
    void refusesAPrefixThatNoAddressHas() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ClientAddress(0));
        assertThatIllegalArgumentException().isThrownBy(() -> new ClientAddress(129));
    }

    @Test
    void agreesWithTheJdkOnRandomAddresses() throws UnknownHostException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        ClientAddress exact = new ClientAddress(128);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextBoolean() ? 4 : 16];
            for (int j = 0; j < bytes.length; j++) {
                bytes[j] = random.nextInt(3) == 0 ? (byte) random.nextInt(256) : 0;
            }
            InetAddress address = InetAddress.getByAddress(bytes);
            String form = exact.normalForm(address.getHostAddress()).orElse("none");
            if (address.isAnyLocalAddress()) {
                assertThat(form).isEqualTo("none");
            } else {
                String literal = form.contains(":") ? "[" + form.replace("/128", "") + "]" : form;
                assertThat(InetAddress.getByName(literal))
                        .as("seed %d: %s", seed, form)
                        .isEqualTo(address);
            }
        }
    }

    @Test
    void randomTextIsAnAddressOrNoneAndNothingElse() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        String alphabet = "0123456789abcdefF:.%[]/x \u0661\ud800";
        for (int i = 0; i < 200_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(30); j > 0; j--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            try {
                assertThat(standard.normalForm(text.toString()).orElse("1.2.3.4"))
                        .as("seed %d: %s", seed, text)
                        .matches("[0-9.]+|[0-9a-f:]+/64");
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + text, e);
            }
        }
        assertThat(standard.normalForm(":".repeat(1_000_000))).isEmpty();
    }
}

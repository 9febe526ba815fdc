package io.headgate.internal.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyExpressionParseTest {

    @ParameterizedTest
    @CsvSource(delimiter = '>', textBlock = """
            global                              > global
            ip                                  > ip
            user|ip                             > user | ip
            '  user   |   api-key | ip  '       > user | api-key | ip
            user+ip                             > user + ip
            header:X-Tenant+ip|user             > header:x-tenant + ip | user
            header:x-tenant                     > header:x-tenant
            header : X-Tenant                   > header:x-tenant
            header:"X-Tenant"                   > header:x-tenant
            header:"X~Tenant"                   > header:"x~tenant"
            header:"a|b"                        > header:"a|b"
            header:a.b_c-1                      > header:a.b_c-1
            """)
    void readsAndPrintsTheCanonicalForm(String text, String canonical) {
        KeyExpression expression = KeyExpression.parse(text);
        assertThat(expression).hasToString(canonical);
        assertThat(KeyExpression.parse(canonical)).isEqualTo(expression);
    }

    @Test
    void lineBreaksAreBlanks() {
        assertThat(KeyExpression.parse("user\r\n\t| ip")).hasToString("user | ip");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', textBlock = """
            ''                   > key expression is empty
            '   '                > key expression is empty
            |                    > expected a kind, but found '|'; kinds are global, ip, user, api-key, header:NAME (position 1
            user |               > expected a kind, but found the end
            user || ip           > expected a kind, but found '|'
            user + | ip          > expected a kind, but found '|'
            user ip              > expected '|', '+' or the end, but found 'i' (position 6 of
            user & ip            > expected '|', '+' or the end, but found '&'
            usr                  > did you mean 'user'?
            IP                   > did you mean 'ip'?
            apikey               > did you mean 'api-key'?
            session              > unknown kind 'session', kinds are global, ip, user, api-key, header:NAME
            user:bob             > 'user' takes no name, write it without ':' (position 5
            ip | global:x        > 'global' takes no name
            header               > 'header' needs a name, as in header:X-Tenant (position 1
            ip | header          > (position 6
            header:              > expected the name of a header, but found the end
            header:|             > expected the name of a header, but found '|'
            header:"X            > the quoted name has no end, add '"' (position 8
            header:""            > expected the name of a header
            header:"a b"         > no header can have the name 'a b'
            header:"ä"           > no header can have the name
            role:admin           > kind 'role' is not supported by this version, supported are global, ip, user, api-key, header:NAME
            cookie:a             > kind 'cookie' is not supported by this version
            query:a              > kind 'query' is not supported by this version
            path:id              > kind 'path' is not supported by this version
            claim:"https://a/b"  > kind 'claim' is not supported by this version
            param:0              > kind 'param' is not supported by this version
            ip | bean:mine       > kind 'bean' is not supported by this version
            """)
    void refusesAndSaysWhy(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyExpression.parse(text))
                .withMessageContaining(message);
    }

    @Test
    void messagesShowNoControlCharacters() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyExpression.parse("user\u0000\u001b[31m\u202e|ip"))
                .withMessageContaining("\\u0000\\u001b[31m\\u202e")
                .matches(e -> String.valueOf(e.getMessage()).chars().noneMatch(Character::isISOControl));
    }

    @Test
    void aMegabyteIsRefusedWithAShortMessage() {
        for (String unit : new String[] {"a", "|", "\"", "user|", "header:\"", " ", "\n"}) {
            String text = unit.repeat(1_000_000 / unit.length());
            assertTimeoutPreemptively(
                    Duration.ofSeconds(2),
                    () -> assertThatIllegalArgumentException()
                            .isThrownBy(() -> KeyExpression.parse(text))
                            .matches(e -> String.valueOf(e.getMessage()).length() < 500));
        }
    }

    @Test
    void anExpressionHasAtMostAThousandCharacters() {
        String longest = "user|".repeat(199) + "user ";
        assertThat(KeyExpression.parse(longest).alternatives()).hasSize(200);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyExpression.parse(longest + " "))
                .withMessage("key expression has 1001 characters, allowed are 1000");
    }

    @Test
    void randomTextIsReadOrRefusedAndNothingElse() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        String[] pieces = {
            "global", "ip", "user", "api-key", "header", ":", "|", "+", "\"", " ", "X-A", "role", "\u0000", "\ud800",
            "é", "\n", "%", "1", ".", "_", "-"
        };
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(12); j >= 0; j--) {
                text.append(
                        random.nextInt(20) == 0
                                ? String.valueOf((char) random.nextInt(0x10000))
                                : pieces[random.nextInt(pieces.length)]);
            }
            try {
                KeyExpression expression = KeyExpression.parse(text.toString());
                assertThat(KeyExpression.parse(expression.toString()))
                        .as("seed %d: %s", seed, text)
                        .isEqualTo(expression);
            } catch (IllegalArgumentException expected) {
                assertThat(expected.getMessage()).as("seed %d: %s", seed, text).contains("key expression");
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + text, e);
            }
        }
    }
}

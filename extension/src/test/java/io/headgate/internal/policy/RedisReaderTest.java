package io.headgate.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.headgate.internal.policy.Settings.StoreKind;
import io.headgate.internal.store.RedisServers;
import io.headgate.internal.store.RedisServers.Mode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisReaderTest {

    private static final String SECRET = "hunter2";

    private static Resolution resolve(String properties) {
        FakeProperties given = new FakeProperties();
        for (String property : properties.strip().split("\\s+", -1)) {
            String[] parts = property.split("=", 2);
            given.set("ratelimit." + parts[0], parts[1]);
        }
        return Fixture.resolve(given);
    }

    private static RedisServers servers(String properties) {
        Resolution resolution = resolve(properties);
        assertThat(resolution.mistakes()).isEmpty();
        assertThat(resolution.warnings()).isEmpty();
        return resolution.settings().redis().orElseThrow();
    }

    @Test
    void nothingSaysWhereRedisIs() {
        Settings settings = resolve("redis.timeout=2s namespace=shop").settings();

        assertThat(settings.redis()).isEmpty();
        assertThat(settings.store()).isEmpty();
    }

    @Test
    void oneServer() {
        assertThat(servers("redis.address=redis://redis.example:7000 redis.database=3 redis.password=" + SECRET))
                .isEqualTo(new RedisServers(
                        Mode.SINGLE,
                        List.of("redis://redis.example:7000"),
                        Optional.empty(),
                        Optional.of(SECRET),
                        3,
                        Optional.empty(),
                        Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', textBlock = """
            redis://127.0.0.1          > single     > redis://127.0.0.1:6379
            redis://127.0.0.1/         > single     > redis://127.0.0.1:6379
            rediss://my_redis:1        > single     > rediss://my_redis:1
            redis://[::1]:6380         > single     > redis://[::1]:6380
            redis://[::1]              > single     > redis://[::1]:6379
            redis://a:1 , redis://b:2, > cluster    > redis://a:1,redis://b:2
            redis://a,redis://b        > replicated > redis://a:6379,redis://b:6379
            redis://a                  > Cluster    > redis://a:6379
            """)
    void addresses(String given, String mode, String read) {
        Resolution resolution =
                Fixture.resolve(FakeProperties.of("ratelimit.redis.address", given, "ratelimit.redis.mode", mode));

        assertThat(resolution.mistakes()).isEmpty();
        assertThat(resolution.settings().redis().orElseThrow()).hasToString(read);
    }

    @Test
    void sentinelsHaveAPortOfTheirOwn() {
        RedisServers servers =
                servers("redis.address=redis://a,redis://b:5000 redis.mode=sentinel redis.master-name=main");

        assertThat(servers.addresses()).containsExactly("redis://a:26379", "redis://b:5000");
        assertThat(servers.masterName()).contains("main");
    }

    @Test
    void aFileSaysAllOfIt() {
        RedisServers servers = servers("redis.config=redisson.yaml store=redis");

        assertThat(servers.config()).contains("redisson.yaml");
        assertThat(servers).hasToString("the servers of redisson.yaml");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', textBlock = """
            redis.address=127.0.0.1:6379                          > HG0200 > address 1 is not allowed, write for example redis://127.0.0.1:6379
            redis.address=http://127.0.0.1                        > HG0200 > address 1 is not allowed
            redis.address=redis://                                > HG0200 > address 1 is not allowed
            redis.address=redis://a:0                             > HG0200 > ports are whole numbers from 1 to 65535
            redis.address=redis://a:65536                         > HG0200 > ports are whole numbers from 1 to 65535
            redis.address=redis://a:1/2                           > HG0200 > a database belongs into ratelimit.redis.database
            redis.address=,                                       > HG0200 > no address in it
            redis.address=redis://a,b redis.mode=cluster          > HG0200 > address 2 is not allowed
            redis.address=redis://a,rediss://b redis.mode=cluster > HG0200 > redis:// and rediss:// are mixed
            redis.address=redis://hunter2@a                       > HG0200 > user and password belong into ratelimit.redis.username and ratelimit.redis.password
            redis.address=redis://a redis.mode=single-node        > HG0200 > allowed are single, cluster, sentinel, replicated
            redis.address=redis://a redis.database=-1             > HG0200 > allowed are whole numbers from 0 to 65535
            redis.timeout=9ms                                     > HG0200 > out of range, allowed are 10ms to 1m
            redis.timeout=250                                     > HG0200 > a number needs a unit
            namespace=a{b                                         > HG0200 > allowed are up to 64 letters, digits and . _ : / -
            namespace=a*                                          > HG0200 > allowed are up to 64 letters, digits and . _ : / -
            redis.config=a.yaml redis.address=redis://a           > HG0370 > the file says all of it, keep the file or the properties
            redis.config=a.yaml redis.password=hunter2            > HG0370 > and ratelimit.redis.password (from test.properties)
            redis.password=hunter2                                > HG0371 > ratelimit.redis.password (from test.properties): this needs ratelimit.redis.address
            redis.mode=cluster                                    > HG0371 > this needs ratelimit.redis.address
            redis.address=redis://a,redis://b                     > HG0371 > this needs ratelimit.redis.mode=cluster, sentinel or replicated
            redis.address=redis://a redis.username=app            > HG0371 > ratelimit.redis.username (from test.properties): this needs ratelimit.redis.password
            redis.address=redis://a redis.mode=sentinel           > HG0371 > this needs ratelimit.redis.master-name
            redis.address=redis://a redis.master-name=main        > HG0372 > only sentinels know a master by name
            redis.address=redis://a redis.mode=cluster redis.database=1 > HG0372 > a cluster has only database 0
            """)
    void whatIsWrongOrDoesNotFitIsAMistake(String properties, String number, String why) {
        assertThat(Fixture.mistakes(resolve(properties)))
                .singleElement()
                .asString()
                .startsWith(number + ": ratelimit.")
                .contains("(from test.properties): ")
                .contains(why)
                .doesNotContain(SECRET);
    }

    @Test
    void aNamespaceIsBounded() {
        assertThat(Fixture.mistakes(resolve("namespace=" + "a".repeat(65)))).hasSize(1);
        assertThat(resolve("namespace=" + "a".repeat(64)).settings().namespace())
                .hasSize(64);
    }

    @Test
    void inTheProcessTheServersHaveNoEffectAndThatIsSaid() {
        Resolution resolution = resolve("store=local redis.address=redis://a redis.password=" + SECRET);

        assertThat(resolution.mistakes()).isEmpty();
        assertThat(Fixture.warnings(resolution))
                .containsExactly(
                        "HG0360: property 'ratelimit.redis.address' has no effect: ratelimit.store is local; remove one of"
                                + " the two",
                        "HG0360: property 'ratelimit.redis.password' has no effect: ratelimit.store is local; remove one"
                                + " of the two");
        assertThat(resolution.settings().store()).contains(StoreKind.LOCAL);
    }

    @Test
    void secretsAreNeverShown() {
        RedisServers servers =
                servers("redis.address=redis://a redis.username=" + SECRET + "-user redis.password=" + SECRET);

        assertThat(servers.toString()).isEqualTo("redis://a:6379");
    }
}

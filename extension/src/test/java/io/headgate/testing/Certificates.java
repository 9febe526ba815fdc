package io.headgate.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A key and a certificate for 127.0.0.1, made by the JDK's keytool. */
public final class Certificates {

    private static final String PASSWORD = "changeit";
    private static final String ALIAS = "redis";

    private final Path folder;

    /** Makes them in a folder. */
    public Certificates(Path folder) throws Exception {
        this.folder = folder;
        keytool("-genkeypair", "-alias", ALIAS, "-keyalg", "RSA", "-dname", "CN=redis", "-ext", "san=ip:127.0.0.1");
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream stream = Files.newInputStream(store())) {
            keys.load(stream, PASSWORD.toCharArray());
        }
        Files.writeString(
                key(),
                pem("PRIVATE KEY", keys.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()));
        Files.writeString(
                certificate(), pem("CERTIFICATE", keys.getCertificate(ALIAS).getEncoded()));
    }

    /** The PKCS12 store that trusts the certificate. */
    public Path store() {
        return folder.resolve("redis.p12");
    }

    /** The store's password. */
    public String password() {
        return PASSWORD;
    }

    /** The private key as PEM. */
    public Path key() {
        return folder.resolve("key.pem");
    }

    /** The certificate as PEM. */
    public Path certificate() {
        return folder.resolve("certificate.pem");
    }

    /** A server that speaks TLS with this certificate at a port, beside its own one without. */
    public RedisServer server(int port) {
        return RedisServer.start(
                "--tls-port", String.valueOf(port),
                "--tls-cert-file", certificate().toString(),
                "--tls-key-file", key().toString(),
                "--tls-ca-cert-file", certificate().toString(),
                "--tls-auth-clients", "no");
    }

    private void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", store().toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException("keytool failed: " + Files.readString(folder.resolve("keytool.log")));
        }
    }

    private static String pem(String what, byte[] bytes) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
    }
}

package io.headgate.testing;

import com.sun.net.httpserver.HttpServer;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.enterprise.inject.build.compatible.spi.BuildCompatibleExtension;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.ws.rs.core.Application;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.glassfish.jersey.jdkhttp.JdkHttpServerFactory;
import org.glassfish.jersey.server.ResourceConfig;
import org.jboss.weld.environment.deployment.WeldResourceLoader;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;

/**
 * A small application inside the test's JVM: Weld, Jersey and SmallRye Config, with Headgate found the way a server finds
 * it. The JDK's HTTP server shows no client address.
 */
public final class App implements AutoCloseable {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final SmallRyeConfig config;
    private final WeldContainer container;
    private final List<HttpServer> servers = new ArrayList<>();

    private App(SmallRyeConfig config, WeldContainer container) {
        this.config = config;
        this.container = container;
    }

    /** Begins an application of these bean classes. */
    public static Builder of(Class<?>... beans) {
        return new Builder(beans);
    }

    /** A bean. */
    public <T> T bean(Class<T> type) {
        return container.select(type).get();
    }

    /** The clock by which this application decides. */
    public ManualTime clock() {
        return bean(ManualTime.class);
    }

    /** Sends a request to the first REST application. */
    public HttpResponse<String> send(String method, String path, String... headers) {
        return send(0, method, path, headers);
    }

    /** Sends a GET to the first REST application. */
    public HttpResponse<String> get(String path, String... headers) {
        return send("GET", path, headers);
    }

    /** Sends a request to one of several REST applications. */
    public HttpResponse<String> send(int server, String method, String path, String... headers) {
        URI uri = URI.create(
                "http://127.0.0.1:" + servers.get(server).getAddress().getPort() + path);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (java.io.IOException | InterruptedException e) {
            throw new IllegalStateException(method + " " + uri, e);
        }
    }

    @Override
    public void close() {
        servers.forEach(server -> server.stop(0));
        container.close();
        ConfigProviderResolver.instance().releaseConfig(config);
    }

    /** Collects what an application is made of. */
    public static final class Builder {

        private final Class<?>[] beans;
        private final Map<String, Map<String, String>> sources = new LinkedHashMap<>();
        private final List<Application> applications = new ArrayList<>();
        private final List<Extension> extensions = new ArrayList<>();
        private Optional<Class<? extends BuildCompatibleExtension>> lite = Optional.empty();

        private Builder(Class<?>... beans) {
            this.beans = beans;
        }

        /** Adds a property to the source {@code test.properties}. */
        public Builder with(String name, String value) {
            sources.computeIfAbsent("test.properties", any -> new LinkedHashMap<>())
                    .put(name, value);
            return this;
        }

        /** Serves the beans that are resources, and these classes which are not beans. */
        public Builder rest(Class<?>... resources) {
            ResourceConfig jersey = new ResourceConfig(resources);
            for (Class<?> bean : beans) {
                if (bean.isAnnotationPresent(jakarta.ws.rs.Path.class)
                        || bean.isAnnotationPresent(jakarta.ws.rs.ext.Provider.class)) {
                    jersey.register(bean);
                }
            }
            applications.add(jersey);
            return this;
        }

        /** Serves a REST application that lists its classes itself. */
        public Builder serve(Set<Class<?>> classes) {
            applications.add(new Application() {
                @Override
                public Set<Class<?>> getClasses() {
                    return classes;
                }
            });
            return this;
        }

        /** Adds a portable extension of the application's own. */
        public Builder extension(Extension extension) {
            extensions.add(extension);
            return this;
        }

        /** Hides Headgate's portable extension and lets this one do the work. */
        public Builder lite(Class<? extends BuildCompatibleExtension> extension) {
            lite = Optional.of(extension);
            return this;
        }

        /** Starts it; fails as a deployment does. */
        @SuppressWarnings("unchecked") // the array of generic types that varargs make
        public App start() {
            SmallRyeConfigBuilder builder = new SmallRyeConfigBuilder().addDefaultInterceptors();
            sources.forEach((name, values) -> builder.withSources(new PropertiesConfigSource(values, name, 500)));
            SmallRyeConfig config = builder.build();
            ConfigProviderResolver resolver = ConfigProviderResolver.instance();
            resolver.releaseConfig(ConfigProvider.getConfig());
            resolver.registerConfig(config, Thread.currentThread().getContextClassLoader());
            try {
                Weld weld = new Weld().addBeanClass(ManualTime.class).addBeanClasses(beans);
                extensions.forEach(weld::addExtension);
                lite.ifPresent(extension ->
                        weld.addBuildCompatibleExtensions(extension).setResourceLoader(new WithoutPortableExtension()));
                App app = new App(config, weld.initialize());
                for (Application application : applications) {
                    app.serve(application);
                }
                return app;
            } catch (RuntimeException | Error e) {
                resolver.releaseConfig(config);
                throw e;
            }
        }
    }

    /** A resource loader that does not find Headgate's portable extension. */
    private static final class WithoutPortableExtension extends WeldResourceLoader {
        @Override
        public Collection<URL> getResources(String name) {
            return super.getResources(name).stream()
                    .filter(url -> !(name.endsWith(Extension.class.getName())
                            && url.getPath().contains("/extension/target/")))
                    .toList();
        }
    }

    private void serve(Application application) {
        URI any = URI.create("http://127.0.0.1:0/");
        servers.add(JdkHttpServerFactory.createHttpServer(any, ResourceConfig.forApplication(application)));
    }
}

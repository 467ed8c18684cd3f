import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;

/**
 * One OpenSearch node on the loopback, from artifacts on the class path, without a distribution.
 *
 * <p>Arguments: a folder of its own, the HTTP port, the transport port, plugin classes separated by
 * commas. It runs until it is told to end (SIGTERM), whatever becomes of the process that began it.
 */
public final class EmbeddedOpenSearch {
    private static final String NAME = "local";
    private static final int CLOSE_SECONDS = 4;

    private EmbeddedOpenSearch() {}

    /** A node whose plugins are on the class path already; a distribution loads them from folders. */
    private static final class EmbeddedNode extends Node {
        EmbeddedNode(Environment environment, Collection<Class<? extends Plugin>> plugins) {
            super(environment, plugins, true);
        }

        @Override
        protected void configureNodeAndClusterIdStateListener(ClusterService service) {
            // It would set state of the logging system that only a distribution has.
        }
    }

    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]).toAbsolutePath();
        for (String folder : List.of("config", "data", "logs", "modules", "plugins")) {
            Files.createDirectories(home.resolve(folder));
        }
        Settings settings = settings(home, arguments[1], arguments[2]);
        Environment environment = InternalSettingsPreparer.prepareEnvironment(
                settings, Map.of(), home.resolve("config"), () -> NAME);
        Node node = new EmbeddedNode(environment, plugins(arguments[3]));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node)));
        node.start();
        System.out.println("listening on 127.0.0.1:" + arguments[1]);
        Thread.currentThread().join();
    }

    private static Settings settings(Path home, String httpPort, String transportPort) {
        return Settings.builder()
                .put("path.home", home.toString())
                .put("path.data", home.resolve("data").toString())
                .put("path.logs", home.resolve("logs").toString())
                .put("cluster.name", NAME)
                .put("node.name", NAME)
                .putList("node.roles", "cluster_manager", "data", "ingest")
                .put("discovery.type", "single-node")
                .put("network.host", "127.0.0.1")
                .put("http.port", httpPort)
                .put("transport.port", transportPort)
                // A full disk of a developer's machine must not make indexes read-only.
                .put("cluster.routing.allocation.disk.threshold_enabled", false)
                .build();
    }

    private static List<Class<? extends Plugin>> plugins(String names)
            throws ClassNotFoundException {
        List<Class<? extends Plugin>> classes = new ArrayList<>();
        for (String name : names.split(",")) {
            classes.add(Class.forName(name).asSubclass(Plugin.class));
        }
        return classes;
    }

    private static void close(Node node) {
        try {
            node.close();
            node.awaitClose(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (Exception problem) {
            System.err.println("did not close cleanly: " + problem);
        }
    }
}

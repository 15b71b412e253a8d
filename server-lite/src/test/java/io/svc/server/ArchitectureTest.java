package io.svc.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.svc.server.logging.Logging;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URL;
import java.nio.channels.SocketChannel;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.Timer;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The directions that ARCHITECTURE.md draws inside the server. */
@Tag("thorough")
class ArchitectureTest {
  private static final JavaClasses OURS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.svc.server");

  /** What every feature stands on, each of which may know those before it. */
  private static final String[] GROUND = {
    "io.svc.server",
    "io.svc.server.config..",
    "io.svc.server.data..",
    "io.svc.server.db..",
    "io.svc.server.http..",
    "io.svc.server.json..",
    "io.svc.server.logging..",
    "io.svc.server.secrets.."
  };

  static List<ArchRule> rules() {
    return List.of(
        slices().matching("io.svc.server.(*)..").should().beFreeOfCycles(),
        onlyDependsOn("json", "io.svc.server.json.."),
        onlyDependsOn("logging", "io.svc.server.logging.."),
        onlyDependsOn("config", "io.svc.server.config..", "io.svc.server.logging.."),
        onlyDependsOn("data", "io.svc.server", "io.svc.server.data..", "io.svc.server.logging.."),
        onlyDependsOn("secrets", "io.svc.server.secrets..", "io.svc.server.data.."),
        onlyDependsOn("db", "io.svc.server.db..", "io.svc.server.json.."),
        onlyDependsOn("http", GROUND),
        onlyDependsOn("expressions", "io.svc.server.expressions..", "io.svc.server.db.."),
        onlyDependsOn(
            "policies.dsl",
            "io.svc.server.config..",
            "io.svc.server.expressions..",
            "io.svc.server.json.."),
        noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.svc.cli..")
            .as("the server does not know the command line of the scanner"),
        noClasses()
            .that()
            .resideOutsideOfPackages("io.svc.server.http..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.javalin..", "org.eclipse.jetty..", "jakarta.servlet..")
            .as("only http knows what serves it")
            .because("a route is a function of a Call"),
        noClasses()
            .that()
            .resideOutsideOfPackages("io.svc.server.db..", "io.svc.server.jobs..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.zaxxer.hikari..", "org.flywaydb..", "org.sqlite..")
            .as("only db, and jobs with their own file, know which store it is"),
        noClasses()
            .that()
            .resideOutsideOfPackages("io.svc.server", "io.svc.server.commands..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.svc.server.commands..")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("io.svc.server.Server")
            .as("features know neither the command line nor the wiring"),
        classes()
            .that()
            .haveSimpleNameEndingWith("Store")
            .and()
            .areInterfaces()
            .should()
            .bePackagePrivate()
            .as("the statements of a feature are its own"),
        classes()
            .that()
            .haveSimpleNameEndingWith("Routes")
            .should()
            .haveModifier(JavaModifier.FINAL),
        noClasses()
            .that()
            .haveSimpleNameEndingWith("Routes")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(Handle.class)
            .as("routes hold no statements"),
        noClasses()
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .as("time comes from a clock that was given"),
        noClasses()
            .should()
            .callConstructorWhere(constructs(Thread.class).and(without(String.class)))
            .orShould()
            .callConstructorWhere(
                constructs(ThreadPoolExecutor.class, ScheduledThreadPoolExecutor.class)
                    .and(without(ThreadFactory.class)))
            .orShould()
            .callConstructorWhere(constructs(Timer.class, ForkJoinPool.class))
            .orShould()
            .callMethodWhere(
                ownedBy(Executors.class)
                    .and(without(ThreadFactory.class))
                    .or(runsAsync().and(without(Executor.class)))
                    .or(calls(ForkJoinPool.class, "commonPool"))
                    .or(calls(Collection.class, "parallelStream"))
                    .or(calls(BaseStream.class, "parallel")))
            .orShould()
            .beAssignableTo(Thread.class)
            .as("every thread, also one of a pool, is created with a name")
            .because("the log names a thread that ended with a failure"),
        noClasses()
            .that()
            .doNotBelongToAnyOf(Logging.class)
            .should()
            .callMethodWhere(
                calls(Thread.class, "setUncaughtExceptionHandler")
                    .or(calls(Thread.class, "setDefaultUncaughtExceptionHandler")))
            .as("only logging handles the failure that ends a thread"),
        noClasses()
            .that()
            .resideOutsideOfPackages("io.svc.server.egress..", "io.svc.server.demo..")
            .and()
            .doNotHaveFullyQualifiedName("io.svc.server.commands.HealthcheckCommand")
            .and()
            .doNotHaveFullyQualifiedName("io.svc.server.StartTraining")
            .and()
            .doNotHaveFullyQualifiedName("io.svc.server.config.Cidr")
            .should()
            .callConstructorWhere(constructs(Socket.class, DatagramSocket.class))
            .orShould()
            .callConstructorWhere(
                constructs(InetSocketAddress.class)
                    .and(outsideOf("io.svc.server.doctor.NetworkCheck", "io.svc.server.egress")))
            .orShould()
            .callMethodWhere(
                calls(InetAddress.class, "getByName")
                    .or(calls(InetAddress.class, "getAllByName"))
                    .or(calls(URL.class, "openConnection"))
                    .or(calls(URL.class, "openStream"))
                    .or(calls(SocketChannel.class, "open"))
                    .or(calls(HTTPRequest.class, "send")))
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("java.net.http..", "org.apache.hc..")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(DefaultResourceRetriever.class)
            .as("only outgoing looks up names and connects to other servers")
            .because(
                "there an address is parsed and checked once; demo and training call themselves"),
        noClasses()
            .that()
            .haveFullyQualifiedName("io.svc.server.rollout.ReplayComparison")
            .or()
            .resideInAPackage("io.svc.server.policies.dsl..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "io.svc.server.db..",
                "io.svc.server.http..",
                "java.net.http..",
                "java.sql..",
                "org.jdbi..")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Random.class)
            .orShould()
            .callMethod(System.class, "nanoTime")
            .as("what is decided again is decided of the record alone"));
  }

  private static DescribedPredicate<JavaConstructorCall> constructs(Class<?>... types) {
    return DescribedPredicate.describe(
        "construct",
        call -> Stream.of(types).anyMatch(type -> call.getTargetOwner().isEquivalentTo(type)));
  }

  private static DescribedPredicate<JavaMethodCall> ownedBy(Class<?> type) {
    return DescribedPredicate.describe(
        "calls " + type, call -> call.getTargetOwner().isEquivalentTo(type));
  }

  private static DescribedPredicate<JavaMethodCall> runsAsync() {
    return DescribedPredicate.describe(
        "calls *Async",
        call ->
            call.getTargetOwner().isAssignableTo(CompletionStage.class)
                && call.getName().endsWith("Async"));
  }

  private static DescribedPredicate<JavaCall<?>> without(Class<?> parameter) {
    return DescribedPredicate.describe(
        "without a " + parameter,
        call ->
            call.getTarget().getRawParameterTypes().stream()
                .noneMatch(type -> type.isEquivalentTo(parameter)));
  }

  private static DescribedPredicate<JavaConstructorCall> outsideOf(String... owners) {
    return DescribedPredicate.describe(
        "outside of " + List.of(owners),
        call -> Stream.of(owners).noneMatch(call.getOriginOwner().getName()::startsWith));
  }

  private static DescribedPredicate<JavaMethodCall> calls(Class<?> type, String method) {
    return DescribedPredicate.describe(
        "calls " + method,
        call -> call.getTargetOwner().isAssignableTo(type) && call.getName().equals(method));
  }

  private static ArchRule onlyDependsOn(String name, String... packages) {
    String[] sections = Arrays.copyOf(packages, packages.length + 1);
    sections[packages.length] = "io.svc.server." + name + "..";
    return noClasses()
        .that()
        .resideInAPackage("io.svc.server." + name + "..")
        .should()
        .dependOnClassesThat(
            JavaClass.Predicates.resideInAPackage("io.svc.server..")
                .and(JavaClass.Predicates.resideOutsideOfPackages(sections)))
        .as(name + " knows no feature, and only " + String.join(", ", packages));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void holds(ArchRule rule) {
    rule.check(OURS);
  }
}

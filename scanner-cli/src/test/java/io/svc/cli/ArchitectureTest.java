package io.svc.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.domain.properties.HasOwner;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.FileInputStream;
import java.io.FileReader;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The directions that ARCHITECTURE.md draws. */
@Tag("thorough")
class ArchitectureTest {
  private static final JavaClasses OURS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.svc");

  /** Runs when the project is built, over its own files. */
  private static final String BUILD_TIME = "io\\.svc\\.rules\\.(RuleCompiler|SourceBundle).*";

  static List<ArchRule> rules() {
    return List.of(
        layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("io.svc..")
            .layer("rules")
            .definedBy("io.svc.rules..")
            .layer("scanner")
            .definedBy("io.svc.scanner..")
            .layer("baseline")
            .definedBy("io.svc.baseline..")
            .layer("report")
            .definedBy("io.svc.report..")
            .layer("command")
            .definedBy("io.svc.cli..")
            .whereLayer("command")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("report")
            .mayOnlyBeAccessedByLayers("command")
            .whereLayer("baseline")
            .mayOnlyBeAccessedByLayers("report", "command")
            .whereLayer("scanner")
            .mayOnlyBeAccessedByLayers("baseline", "report", "command"),
        slices().matching("io.svc.(**)").should().beFreeOfCycles(),
        slices().matching("io.svc.scanner.(*)..").should().beFreeOfCycles(),
        slices().matching("io.svc.(*)..").should().beFreeOfCycles(),
        noClasses()
            .that()
            .haveFullyQualifiedName("io.svc.scanner.scan.Scanner")
            .should()
            .dependOnClassesThat()
            .haveSimpleNameEndingWith("Detectors")
            .as("the scan names no detector"),
        classes()
            .that()
            .resideInAPackage("io.svc.scanner.checks..")
            .and()
            .haveSimpleNameEndingWith("Detector")
            .should()
            .haveModifier(JavaModifier.FINAL)
            .andShould()
            .onlyBeAccessed()
            .byAnyPackage("io.svc.scanner.checks.."),
        noClasses()
            .that(
                resideInAnyPackage(
                    "io.svc.scanner.checks..",
                    "io.svc.scanner.detect..",
                    "io.svc.scanner.launch..",
                    "io.svc.scanner.component..",
                    "io.svc.scanner.address.."))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.nio.file..", "java.net..", "java.io..")
            .as("a detector touches neither files nor network"),
        noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.fasterxml.jackson.databind..")
            .as("nothing needs databind, which the packaged command leaves out"),
        noClasses()
            .that()
            .haveNameNotMatching("io\\.svc\\.report\\.HtmlMarkdown(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.commonmark..")
            .as("Markdown is read for the HTML report only"),
        noClasses()
            .that()
            .resideOutsideOfPackage("io.svc.cli.upload")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.net.http..", "javax.net..")
            .as("nothing but the upload opens a connection"),
        noClasses()
            .that()
            .resideOutsideOfPackage("io.svc.cli.upload")
            .should()
            .dependOnClassesThat(
                resideInAPackage("io.svc.cli.upload").and(not(simpleName("UploadCommand"))))
            .as("nothing but its command uses the upload"),
        noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.util.logging..")
            .as("nothing writes a log"),
        noClasses()
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.net.Socket")
            .as("nothing opens a socket"),
        noClasses()
            .that()
            .doNotHaveFullyQualifiedName("io.svc.cli.git.Git")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.lang.ProcessBuilder")
            .orShould()
            .callMethodWhere(
                JavaCall.Predicates.target(HasOwner.Predicates.With.owner(type(Runtime.class)))
                    .and(JavaCall.Predicates.target(HasName.Predicates.name("exec"))))
            .as("nothing starts a program but git, where it is asked for"),
        noClasses()
            .that()
            .doNotHaveFullyQualifiedName("io.svc.rules.files.RegularFile")
            .and()
            .haveNameNotMatching(BUILD_TIME)
            .should()
            .callMethodWhere(
                JavaCall.Predicates.target(HasOwner.Predicates.With.owner(type(Files.class)))
                    .and(
                        JavaCall.Predicates.target(
                            HasName.Predicates.nameMatching(
                                "read(String|AllBytes|AllLines)|lines|copy|newInputStream"
                                    + "|newBufferedReader|newByteChannel|mismatch"))))
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(FileInputStream.class, FileReader.class, RandomAccessFile.class)
            .as("files are read by RegularFile, which opens nothing that blocks or never ends"),
        noClasses()
            .should()
            .haveNameMatching(".*(Util|Utils|Helper|Manager|Service|Impl|Base|Common|DTO)")
            .as("no type is named for nothing"));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void holds(ArchRule rule) {
    rule.check(OURS);
  }
}

package io.svc.scanner.checks;

import io.svc.scanner.checks.approval.AutoApproveDetector;
import io.svc.scanner.checks.approval.SandboxDisabledDetector;
import io.svc.scanner.checks.commands.DangerousEnvOverrideDetector;
import io.svc.scanner.checks.commands.DataExfiltrationDetector;
import io.svc.scanner.checks.commands.HeadersHelperCommandDetector;
import io.svc.scanner.checks.commands.InlineInterpreterCodeDetector;
import io.svc.scanner.checks.commands.InstructionCommandDetector;
import io.svc.scanner.checks.commands.PrivilegeElevationDetector;
import io.svc.scanner.checks.commands.RelativeBinaryPathDetector;
import io.svc.scanner.checks.commands.RemoteCodePipeDetector;
import io.svc.scanner.checks.commands.ShellMetacharactersDetector;
import io.svc.scanner.checks.commands.ShellWrapperDetector;
import io.svc.scanner.checks.commands.SuspiciousPathDetector;
import io.svc.scanner.checks.containers.ContainerHostMountDetector;
import io.svc.scanner.checks.containers.ContainerHostNamespaceDetector;
import io.svc.scanner.checks.containers.ContainerPrivilegedDetector;
import io.svc.scanner.checks.containers.UnpinnedContainerImageDetector;
import io.svc.scanner.checks.files.BroadFilesystemAccessDetector;
import io.svc.scanner.checks.files.ConfigPermissionsDetector;
import io.svc.scanner.checks.files.SensitivePathAccessDetector;
import io.svc.scanner.checks.files.SymlinkedConfigDetector;
import io.svc.scanner.checks.names.AmbiguousServerDetector;
import io.svc.scanner.checks.names.DuplicateServerKeyDetector;
import io.svc.scanner.checks.names.ServerImpersonationDetector;
import io.svc.scanner.checks.names.ServerNameCollisionDetector;
import io.svc.scanner.checks.names.ServerNameConfusableDetector;
import io.svc.scanner.checks.names.ToolShadowingDetector;
import io.svc.scanner.checks.network.ApiBaseUrlOverrideDetector;
import io.svc.scanner.checks.network.InsecureTransportDetector;
import io.svc.scanner.checks.network.InternalOrMetadataUrlDetector;
import io.svc.scanner.checks.network.MissingAuthDetector;
import io.svc.scanner.checks.network.ProxyOverrideDetector;
import io.svc.scanner.checks.network.SuspiciousUrlHostDetector;
import io.svc.scanner.checks.network.TlsVerificationDisabledDetector;
import io.svc.scanner.checks.network.WildcardBindDetector;
import io.svc.scanner.checks.packages.KnownVulnerablePackageDetector;
import io.svc.scanner.checks.packages.MutableGitRefDetector;
import io.svc.scanner.checks.packages.TyposquatPackageDetector;
import io.svc.scanner.checks.packages.UnpinnedPackageDetector;
import io.svc.scanner.checks.secrets.HardcodedSecretDetector;
import io.svc.scanner.checks.texts.HiddenInstructionsDetector;
import io.svc.scanner.checks.texts.InvisibleUnicodeDetector;
import io.svc.scanner.checks.texts.MaliciousInstructionsDetector;
import io.svc.scanner.checks.texts.ToolDescriptionInjectionDetector;
import io.svc.scanner.detect.Detector;
import java.util.List;

/** The list of all detectors. To add a detector, add its class and one line here. */
public final class Detectors {
  private static final List<Detector> STANDARD =
      List.of(
          new HardcodedSecretDetector(),
          new SuspiciousPathDetector(),
          new ToolShadowingDetector(),
          new RelativeBinaryPathDetector(),
          new ShellWrapperDetector(),
          new RemoteCodePipeDetector(),
          new DataExfiltrationDetector(),
          new InlineInterpreterCodeDetector(),
          new ShellMetacharactersDetector(),
          new PrivilegeElevationDetector(),
          new UnpinnedPackageDetector(),
          new MutableGitRefDetector(),
          new TyposquatPackageDetector(),
          new KnownVulnerablePackageDetector(),
          new InsecureTransportDetector(),
          new TlsVerificationDisabledDetector(),
          new ProxyOverrideDetector(),
          new InternalOrMetadataUrlDetector(),
          new SuspiciousUrlHostDetector(),
          new MissingAuthDetector(),
          new HeadersHelperCommandDetector(),
          new WildcardBindDetector(),
          new UnpinnedContainerImageDetector(),
          new ContainerPrivilegedDetector(),
          new ContainerHostMountDetector(),
          new ContainerHostNamespaceDetector(),
          new BroadFilesystemAccessDetector(),
          new SensitivePathAccessDetector(),
          new DangerousEnvOverrideDetector(),
          new ApiBaseUrlOverrideDetector(),
          new DuplicateServerKeyDetector(),
          new ServerNameCollisionDetector(),
          new ServerNameConfusableDetector(),
          new ServerImpersonationDetector(),
          new InvisibleUnicodeDetector(),
          new ToolDescriptionInjectionDetector(),
          new HiddenInstructionsDetector(),
          new MaliciousInstructionsDetector(),
          new InstructionCommandDetector(),
          new AutoApproveDetector(),
          new SandboxDisabledDetector(),
          new AmbiguousServerDetector(),
          new ConfigPermissionsDetector(),
          new SymlinkedConfigDetector());

  private Detectors() {}

  /** Returns all detectors that need only the file. */
  public static List<Detector> standard() {
    return STANDARD;
  }
}

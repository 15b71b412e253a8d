package io.svc.scanner.detect;

import java.util.List;

/** The readable list of checks. A new detector is one class and one line here. */
public final class Detectors {
  private static final List<Detector> STANDARD =
      List.of(
          new HardcodedSecretDetector(),
          new SuspiciousPathDetector(),
          new ToolShadowingDetector(),
          new RelativeBinaryPathDetector(),
          new ShellWrapperDetector(),
          new RemoteCodePipeDetector(),
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
          new AutoApproveDetector(),
          new SandboxDisabledDetector(),
          new AmbiguousServerDetector(),
          new ConfigPermissionsDetector(),
          new SymlinkedConfigDetector());

  private Detectors() {}

  /** Every check that needs nothing but the file. */
  public static List<Detector> standard() {
    return STANDARD;
  }
}

package io.svc.scanner.launch;

import io.svc.rules.WordBlock;
import java.util.Set;

/** Options of the programs that fetch and run code, and their commands that do so. */
final class FetchOptions {
  static final Set<String> NPM_VALUES =
      WordBlock.set(
          """
          -c --call --registry --cache --prefix -w --workspace --node-options --userconfig
          --globalconfig -C --dir --cwd -n""");
  static final Set<String> NPM_SOURCES = Set.of("-p", "--package");
  static final Set<String> PYTHON_SOURCES =
      Set.of("--from", "--spec", "--with", "--with-editable", "-e", "--editable");
  static final Set<String> PYTHON_VALUES =
      WordBlock.set(
          """
          --with-requirements --python -p --index-url -i --extra-index-url --default-index --index
          --find-links -f --pip-args --suffix --cache-dir --config-file --directory --project
          --env-file --extra --group --index-strategy --keyring-provider --resolution --prerelease
          --exclude-newer --link-mode --refresh-package -P --upgrade-package -C --constraints -c
          --overrides -b --build-constraints --color --allow-insecure-host -r --requirement --target
          -t --package""");
  static final Set<String> URL_VALUES =
      WordBlock.set(
          """
          --config -c --import-map --cert --env-file --location --ext --tag -t --file -f --build-arg
          --target --platform --network --label --progress --secret --ssh --cache-from --cache-to
          --output -o --builder --build-context --name -n""");
  static final Set<String> INSTALLS = Set.of("install", "i", "add");
  static final Set<String> FLAKE_COMMANDS =
      Set.of("run", "shell", "develop", "build", "profile", "bundle");

  private FetchOptions() {}
}

package detection;

import static detection.Server.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a container may do. */
final class ContainerPairs extends Pairs {
  private final Draw draw;

  ContainerPairs(Draw draw) {
    this.draw = draw;
    unpinnedContainerImage();
    containerPrivileged();
    containerHostMount();
    containerHostNamespace();
  }

  private void unpinnedContainerImage() {
    String type = "unpinned_container_image";
    String digest = "@sha256:" + draw.fill("{h64}");
    String[] images = {
      "mcp/crm",
      "mcp/crm:latest",
      "ghcr.io/northpine/crm:1.2.0",
      "localhost:5000/crm",
      "crm:v3",
      "docker.io/mcp/crm:stable"
    };
    for (String image : images) {
      String plain = image.replaceAll("(?<=[a-z]):[a-z0-9.]+$", "");
      pair(
          type,
          run("docker", "run", "-i", "--rm", image),
          run("docker", "run", "-i", "--rm", plain + digest));
    }
    pair(
        type,
        run("podman", "run", "-i", "mcp/crm:latest"),
        run("podman", "run", "-i", "mcp/crm" + digest));
    pair(
        type,
        run("nerdctl", "run", "-i", "mcp/crm"),
        run("nerdctl", "run", "-i", "mcp/crm" + digest));
    pair(
        type,
        run("C:\\Program Files\\Docker\\docker.exe", "run", "--rm", "-i", "-e", "LOG=1", "mcp/crm"),
        run(
            "C:\\Program Files\\Docker\\docker.exe",
            "run",
            "--rm",
            "-i",
            "-e",
            "LOG=1",
            "mcp/crm" + digest));
    pair(
        type,
        run("sh", "-c", "docker run -i --rm mcp/crm:latest"),
        run("sh", "-c", "docker run -i --rm mcp/crm" + digest));
  }

  private void containerPrivileged() {
    String type = "container_privileged";
    docker(type, "--privileged", "--read-only");
    docker(type, "--privileged=true", "--privileged=false");
    docker(type, "--cap-add ALL", "--cap-drop ALL");
    docker(type, "--cap-add=SYS_ADMIN", "--cap-add=NET_BIND_SERVICE");
    docker(type, "--cap-add=CAP_SYS_ADMIN", "--cap-add=CAP_CHOWN");
    docker(type, "--security-opt seccomp=unconfined", "--security-opt no-new-privileges");
    docker(type, "--security-opt=apparmor=unconfined", "--security-opt=apparmor=docker-default");
    docker(
        type,
        "--security-opt apparmor:unconfined",
        "--security-opt seccomp=/etc/docker/seccomp.json");
    pair(
        type,
        run("podman", "run", "--privileged", image()),
        run("podman", "run", image(), "--privileged"));
    pair(
        type,
        run("sh", "-c", "docker run -i --privileged " + image()),
        run("sh", "-c", "docker run -i " + image()));
  }

  private void containerHostMount() {
    String type = "container_host_mount";
    docker(type, "-v /:/host", "-v crm-data:/host");
    docker(type, "-v /var/run/docker.sock:/var/run/docker.sock", "-v /srv/crm.sock:/run/crm.sock");
    docker(type, "--volume=/etc:/etc:ro", "--volume=/srv/crm/etc:/etc/crm:ro");
    docker(
        type,
        "--mount type=bind,source=/root,target=/root",
        "--mount type=volume,source=root,target=/root");
    docker(type, "--mount=type=bind,src=/,dst=/host", "--mount=type=tmpfs,dst=/host");
    docker(type, "-v /home/ana:/work", "-v /home/ana/src/crm:/work");
    docker(type, "-v $HOME:/work", "-v $HOME/src/crm:/work");
    docker(type, "-v ~/:/work", "-v ~/src/crm:/work");
    docker(type, "-v C:\\:/host", "-v C:\\crm:/host");
    docker(type, "--volume //var/run/docker.sock:/var/run/docker.sock", "--volume //c/crm:/crm");
    pair(
        type,
        run("podman", "run", "-v", "/run/podman/podman.sock:/run/podman.sock", image()),
        run("podman", "run", "-v", "crm:/run/crm", image()));
  }

  private void containerHostNamespace() {
    String type = "container_host_namespace";
    docker(type, "--network host", "--network bridge");
    docker(type, "--network=host", "--network=none");
    docker(type, "--net=host", "--net=crm");
    docker(type, "--pid host", "--pids-limit 100");
    docker(type, "--ipc=host", "--ipc=private");
    docker(type, "--userns=host", "--userns=keep-id");
    docker(type, "--pid=host", "--hostname=host");
    pair(
        type,
        run("podman", "run", "--network", "host", image()),
        run("podman", "run", image(), "--network", "host"));
  }

  /** Options stand before the image, as they must. */
  private void docker(String type, String vulnerable, String fixed) {
    String image = image();
    pair(type, docker(vulnerable, image), docker(fixed, image));
  }

  private static Server docker(String options, String image) {
    List<String> arguments = new ArrayList<>(List.of("run", "-i", "--rm"));
    arguments.addAll(Arrays.asList(options.split(" ")));
    arguments.add(image);
    return run("docker", arguments);
  }

  private String image() {
    return Programs.image(draw);
  }
}

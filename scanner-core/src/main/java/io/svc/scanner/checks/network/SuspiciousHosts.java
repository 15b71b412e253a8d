package io.svc.scanner.checks.network;

import io.svc.rules.WordListParser;
import io.svc.scanner.address.UrlHost;
import java.util.Set;

/**
 * Services that expose arbitrary content, or store the data that is sent to them. From the
 * services' documentation. Their abuse is described by MITRE ATT&amp;CK T1572 (tunnels), T1567.003
 * (text storage) and T1567.004 (webhooks).
 */
public final class SuspiciousHosts {
  /** Tunnels from the internet to a user's machine, under a name of the service. */
  static final Set<String> TUNNELS =
      WordListParser.set(
          """
          ngrok.io ngrok.app ngrok.dev ngrok.pizza ngrok.pro ngrok-free.app ngrok-free.dev
          ngrok-free.pizza trycloudflare.com cfargotunnel.com loca.lt localtunnel.me serveo.net
          serveousercontent.com localhost.run lhr.life lhr.rocks lhr.pro pinggy.io pinggy.link
          pinggy.online devtunnels.ms tunnels.api.visualstudio.com bore.pub bore.digital
          tunnelmole.net tunnelmole.com localtonet.com localto.net loclx.io localxpose.io zrok.io
          pagekite.me packetriot.net playit.gg ply.gg telebit.io telebit.cloud expose.dev
          sharedwithexpose.com tunnelto.dev jprq.live portmap.io tunnel.pyjam.as gradio.live""");

  /** Sites that show all received requests to the creator of the address. */
  static final Set<String> SINKS =
      WordListParser.set(
          """
          webhook.site webhook.cool webhook-test.com webhookinbox.com typedwebhook.tools
          requestbin.com requestbin.net requestbin.io m.pipedream.net requestcatcher.com
          requestinspector.com requestrepo.com hookbin.com postb.in ptsv2.com ptsv3.com
          beeceptor.com mockbin.org interact.sh interactsh.com oast.pro oast.live oast.site
          oast.online oast.fun oast.me oastify.com burpcollaborator.net dnslog.cn ceye.io eyes.sh
          bxss.me canarytokens.com""");

  /** Sites that store text or files from anyone without an account. */
  static final Set<String> PASTES =
      WordListParser.set(
          """
          pastebin.com paste.ee paste.rs hastebin.com dpaste.com dpaste.org ghostbin.com rentry.co
          rentry.org controlc.com justpaste.it privatebin.net termbin.com sprunge.us ix.io 0x0.st
          transfer.sh file.io temp.sh bashupload.com gofile.io tmpfiles.org catbox.moe uguu.se
          oshi.at pixeldrain.com anonfiles.com""");

  /** Redirecting addresses whose target may change. */
  static final Set<String> SHORTENERS =
      WordListParser.set(
          """
          bit.ly bitly.com tinyurl.com t.co goo.gl is.gd v.gd ow.ly buff.ly rebrand.ly cutt.ly
          shorturl.at rb.gy t.ly tiny.cc bl.ink s.id dub.sh shorte.st adf.ly clck.ru tr.im u.to""");

  /** Hosts that receive messages for a channel. They do not host MCP servers. */
  static final Set<String> MESSAGE_BOXES = Set.of("api.telegram.org", "hooks.slack.com");

  /** Chat services that receive messages at a path of their main host. */
  static final Set<String> CHATS = Set.of("discord.com", "discordapp.com");

  static final String CHAT_PATH = "/api/webhooks/";

  private SuspiciousHosts() {}

  /** Returns true for a service that anyone can use to receive data or to provide code. */
  public static boolean isAnonymous(UrlHost host) {
    return host.isIn(TUNNELS) || host.isIn(SINKS) || host.isIn(PASTES) || host.isIn(SHORTENERS);
  }
}

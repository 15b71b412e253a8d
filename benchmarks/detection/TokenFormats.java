package detection;

import static detection.Kind.Form.TOKEN;

import java.util.ArrayList;
import java.util.List;

/**
 * Credentials of a provider's own format. Each line: id, variable, template (see {@link
 * Draw#fill}). Formats with a checksum or an inner structure are in {@link StructuredTokens}.
 */
final class TokenFormats {
  /** Known by themselves: a prefix or a mark that nothing else has. */
  private static final String SELF_EVIDENT =
      """
      gitlab-pat GITLAB_PERSONAL_ACCESS_TOKEN glpat-{u20}
      gitlab-deploy GITLAB_DEPLOY_TOKEN gldt-{u20}
      gitlab-runner GITLAB_RUNNER_TOKEN glrt-{u20}
      gitlab-feed GITLAB_FEED_TOKEN glft-{u20}
      gitlab-mail GITLAB_INCOMING_MAIL_TOKEN glimt-{u25}
      gitlab-agent GITLAB_AGENT_TOKEN glagent-{u50}
      gitlab-scim GITLAB_SCIM_TOKEN glsoat-{u20}
      gitlab-trigger GITLAB_TRIGGER_TOKEN glptt-{h40}
      gitlab-oauth GITLAB_OAUTH_SECRET gloas-{h64}
      gitlab-registration RUNNER_REGISTRATION_TOKEN GR1348941{u20}
      openai-legacy OPENAI_API_KEY sk-{b20}T3BlbkFJ{b20}
      openai-project OPENAI_API_KEY sk-proj-{u74}T3BlbkFJ{u74}
      openai-project-short OPENAI_API_KEY sk-proj-{u58}T3BlbkFJ{u58}
      openai-service OPENAI_API_KEY sk-svcacct-{u74}T3BlbkFJ{u74}
      openai-admin OPENAI_ADMIN_KEY sk-admin-{u58}T3BlbkFJ{u58}
      anthropic-api ANTHROPIC_API_KEY sk-ant-api03-{u93}AA
      anthropic-admin ANTHROPIC_ADMIN_KEY sk-ant-admin01-{u93}AA
      anthropic-oauth CLAUDE_CODE_OAUTH_TOKEN sk-ant-oat01-{u93}AA
      google-api GOOGLE_MAPS_API_KEY AIzaSy{u33}
      gemini-auth GEMINI_API_KEY AQ.Ab8RN6{u44}
      google-oauth-secret GOOGLE_CLIENT_SECRET GOCSPX-{u28}
      google-access GOOGLE_ACCESS_TOKEN ya29.a0{u160}
      google-refresh GOOGLE_REFRESH_TOKEN 1//0{u98}
      aws-key-id AWS_ACCESS_KEY_ID AKIA{316}
      aws-temporary-id AWS_ACCESS_KEY_ID ASIA{316}
      azure-entra AZURE_CLIENT_SECRET {b3}8Q~{u34}
      azure-openai AZURE_OPENAI_API_KEY {b52}JQQJ99{b18}ACOG{b4}
      azure-devops AZURE_DEVOPS_PAT {b52}JQQJ99{b18}AZDO{b4}
      azure-registry ACR_PASSWORD {B42}+ACR{B6}
      slack-bot SLACK_BOT_TOKEN xoxb-{d12}-{d13}-{b24}
      slack-user SLACK_USER_TOKEN xoxp-{d12}-{d12}-{d13}-{h32}
      slack-app SLACK_APP_TOKEN xapp-1-A{U10}-{d13}-{h64}
      slack-session SLACK_MCP_XOXC_TOKEN xoxc-{d12}-{d12}-{d13}-{h64}
      slack-cookie SLACK_MCP_XOXD_TOKEN xoxd-{b100}%2B{b60}%3D
      notion NOTION_TOKEN ntn_{d11}{b35}
      notion-old NOTION_API_KEY secret_{b43}
      linear LINEAR_API_KEY lin_api_{b40}
      linear-oauth LINEAR_ACCESS_TOKEN lin_oauth_{h64}
      figma FIGMA_API_KEY figd_{u40}
      stripe STRIPE_SECRET_KEY sk_live_{b24}
      stripe-long STRIPE_SECRET_KEY sk_live_{b99}
      stripe-restricted STRIPE_API_KEY rk_live_{b99}
      stripe-test STRIPE_SECRET_KEY sk_test_{b24}
      stripe-webhook STRIPE_WEBHOOK_SECRET whsec_{b32}
      supabase SUPABASE_ACCESS_TOKEN sbp_{h40}
      supabase-versioned SUPABASE_ACCESS_TOKEN sbp_v0_{h40}
      supabase-secret SUPABASE_SECRET_KEY sb_secret_{u22}_{u8}
      brave BRAVE_API_KEY BSA{u28}
      tavily TAVILY_API_KEY tvly-{b32}
      tavily-dev TAVILY_API_KEY tvly-dev-{b32}
      firecrawl FIRECRAWL_API_KEY fc-{h32}
      perplexity PERPLEXITY_API_KEY pplx-{b48}
      hugging-face HF_TOKEN hf_{a34}
      hugging-face-org HF_ORG_TOKEN api_org_{a34}
      replicate REPLICATE_API_TOKEN r8_{b37}
      groq GROQ_API_KEY gsk_{b20}WGdyb3FY{b24}
      xai XAI_API_KEY xai-{b80}
      openrouter OPENROUTER_API_KEY sk-or-v1-{h64}
      together TOGETHER_API_KEY tgp_v1_{u43}
      cerebras CEREBRAS_API_KEY csk-{l48}
      nvidia NVIDIA_API_KEY nvapi-{u64}
      langfuse LANGFUSE_SECRET_KEY sk-lf-{uuid}
      langsmith LANGSMITH_API_KEY lsv2_pt_{h32}_{h10}
      langsmith-service LANGCHAIN_API_KEY lsv2_sk_{h32}_{h10}
      pinecone PINECONE_API_KEY pcsk_{b6}_{b63}
      jina JINA_API_KEY jina_{b60}
      llamacloud LLAMA_CLOUD_API_KEY llx-{b48}
      minimax MINIMAX_API_KEY sk-api-{u119}
      elevenlabs ELEVENLABS_API_KEY sk_{h48}
      vercel VERCEL_TOKEN vcp_{b56}
      vercel-ai AI_GATEWAY_API_KEY vck_{b56}
      trello TRELLO_TOKEN ATTA{h72}
      cloudflare-user CLOUDFLARE_API_TOKEN cfut_{b40}{h8}
      cloudflare-account CLOUDFLARE_API_TOKEN cfat_{b40}{h8}
      cloudflare-global CLOUDFLARE_API_KEY cfk_{b40}{h8}
      cloudflare-origin CLOUDFLARE_ORIGIN_CA_KEY v1.0-{h24}-{h146}
      digitalocean DIGITALOCEAN_API_TOKEN dop_v1_{h64}
      digitalocean-oauth DIGITALOCEAN_ACCESS_TOKEN doo_v1_{h64}
      digitalocean-refresh DIGITALOCEAN_REFRESH_TOKEN dor_v1_{h64}
      heroku HEROKU_API_KEY HRKU-AA{u58}
      netlify NETLIFY_PERSONAL_ACCESS_TOKEN nfp_{b36}
      databricks DATABRICKS_TOKEN dapi{h32}
      mongodb-atlas MDB_MCP_API_CLIENT_SECRET mdb_sa_sk_{u40}
      sentry-user SENTRY_AUTH_TOKEN sntryu_{h64}
      newrelic NEW_RELIC_API_KEY NRAK-{U27}
      sendgrid SENDGRID_API_KEY SG.{u22}.{u43}
      mailchimp MAILCHIMP_API_KEY {h32}-us{d2}
      brevo BREVO_API_KEY xkeysib-{h64}-{b16}
      resend RESEND_API_KEY re_{b8}_{b24}
      rubygems RUBYGEMS_API_KEY rubygems_{h48}
      crates CARGO_REGISTRY_TOKEN cio{b32}
      nuget NUGET_API_KEY oy2{l43}
      docker DOCKER_PAT dckr_pat_{u27}
      docker-org DOCKER_TOKEN dckr_oat_{u32}
      vault VAULT_TOKEN hvs.{u95}
      vault-batch VAULT_TOKEN hvb.{u140-200}
      terraform TFE_TOKEN {b14}.atlasv1.{u67}
      doppler DOPPLER_TOKEN dp.pt.{b43}
      doppler-service DOPPLER_TOKEN dp.st.prd.{b43}
      onepassword-secret ONEPASSWORD_SECRET_KEY A3-{U6}-{U11}-{U5}-{U5}-{U5}
      airtable AIRTABLE_API_KEY pat{b14}.{h64}
      hubspot PRIVATE_APP_ACCESS_TOKEN pat-na1-{uuid}
      hubspot-eu HUBSPOT_ACCESS_TOKEN pat-eu1-{uuid}
      shopify SHOPIFY_ACCESS_TOKEN shpat_{h32}
      shopify-custom SHOPIFY_ADMIN_TOKEN shpca_{h32}
      shopify-secret SHOPIFY_SHARED_SECRET shpss_{h32}
      square SQUARE_ACCESS_TOKEN EAAA{u60}
      square-secret SQUARE_APPLICATION_SECRET sq0csp-{u43}
      plaid PLAID_ACCESS_TOKEN access-production-{uuid}
      telegram TELEGRAM_BOT_TOKEN {d10}:AA{u33}
      e2b E2B_API_KEY e2b_{h40}
      apify APIFY_TOKEN apify_api_{b36}
      context7 CONTEXT7_API_KEY ctx7sk-{uuid}
      posthog POSTHOG_AUTH_HEADER_TOKEN phx_{b43}
      neon NEON_API_KEY napi_{l64}
      planetscale PLANETSCALE_SERVICE_TOKEN pscale_tkn_{u43}
      planetscale-password PLANETSCALE_PASSWORD pscale_pw_{u43}
      render RENDER_API_KEY rnd_{b28}
      postman POSTMAN_API_KEY PMAK-{h24}-{h34}
      dynatrace DT_API_TOKEN dt0c01.{324}.{364}
      dynatrace-platform DT_PLATFORM_TOKEN dt0s16.{38}.{364}
      alibaba ALIBABA_CLOUD_ACCESS_KEY_ID LTAI{b20}
      tencent TENCENTCLOUD_SECRET_ID AKID{b32}
      yandex YANDEX_API_KEY AQVN{u36}
      yandex-oauth YANDEX_OAUTH_TOKEN y0_{u55}
      baidu QIANFAN_API_KEY bce-v3/ALTAK-{b21}/{h40}
      typeform TYPEFORM_TOKEN tfp_{u44}
      contentful CONTENTFUL_MANAGEMENT_ACCESS_TOKEN CFPAT-{u43}
      circleci CIRCLECI_TOKEN CCIPAT_{b22}_{h40}
      buildkite BUILDKITE_API_TOKEN bkua_{h40}
      sonar SONARQUBE_TOKEN squ_{h40}
      sonar-project SONARQUBE_TOKEN sqp_{h40}
      tailscale TAILSCALE_API_KEY tskey-api-{b17}-{b32}
      tailscale-auth TS_AUTHKEY tskey-auth-{b17}-{b32}
      pulumi PULUMI_ACCESS_TOKEN pul-{h40}
      harness HARNESS_API_KEY pat.{u22}.{h24}.{b20}
      jfrog JFROG_ACCESS_TOKEN AKCp{569}
      clickup CLICKUP_API_TOKEN pk_{d8}_{U32}
      clickhouse CLICKHOUSE_CLOUD_API_SECRET 4b1d{b38}
      astra ASTRA_DB_APPLICATION_TOKEN AstraCS:{b24}:{h64}
      dropbox DROPBOX_ACCESS_TOKEN sl.u.{u140}
      salesforce SALESFORCE_ACCESS_TOKEN 00D{b15}!{b96}
      wandb WANDB_API_KEY wandb_v1_{b77}
      prefect PREFECT_API_KEY pnu_{b36}
      infracost INFRACOST_API_KEY ico-{b32}
      sourcegraph SRC_ACCESS_TOKEN sgp_{h16}_{h40}
      readme README_API_KEY rdme_{l70}
      flutterwave FLW_SECRET_KEY FLWSECK-{h32}-X
      paddle PADDLE_API_KEY pdl_live_apikey_{l26}_{b22}_{b3}
      easypost EASYPOST_API_KEY EZAK{b54}
      shippo SHIPPO_API_KEY shippo_live_{h40}
      duffel DUFFEL_ACCESS_TOKEN duffel_live_{u43}
      adafruit ADAFRUIT_IO_KEY aio_{b28}
      hawk HAWK_API_KEY hawk.{u20}.{u20}
      mailersend MAILERSEND_API_KEY mlsn.{h64}
      onesignal ONESIGNAL_API_KEY os_v2_app_{4103}
      openshift OPENSHIFT_TOKEN sha256~{u43}
      adobe ADOBE_CLIENT_SECRET p8e-{u32}
      x-bearer X_BEARER_TOKEN AAAAAAAAAAAAAAAAAAAAA{b32}%3D{b45}
      """;

  /** Known only by what they stand under. */
  private static final String BY_NAME =
      """
      aws-secret AWS_SECRET_ACCESS_KEY {B40}
      azure-openai-old AZURE_OPENAI_API_KEY {h32}
      azure-devops-old AZURE_DEVOPS_EXT_PAT {452}
      exa EXA_API_KEY {uuid}
      deepseek DEEPSEEK_API_KEY sk-{h32}
      moonshot MOONSHOT_API_KEY sk-{b48}
      mistral MISTRAL_API_KEY {b32}
      cohere COHERE_API_KEY {b40}
      fireworks FIREWORKS_API_KEY fw_{b24}
      voyage VOYAGE_API_KEY pa-{u43}
      zai ZAI_API_KEY {h32}.{b16}
      assemblyai ASSEMBLYAI_API_KEY {h32}
      deepgram DEEPGRAM_API_KEY {h40}
      stability STABILITY_API_KEY sk-{b48}
      vercel-old VERCEL_API_TOKEN {b24}
      cloudflare-old CLOUDFLARE_API_TOKEN {u40}
      cloudflare-global-old CLOUDFLARE_GLOBAL_API_KEY {h37}
      heroku-old HEROKU_API_KEY {uuid}
      datadog DD_API_KEY {h32}
      datadog-app DD_APP_KEY {h40}
      newrelic-license NEW_RELIC_LICENSE_KEY {h36}NRAL
      pagerduty PAGERDUTY_USER_API_KEY u+{u18}
      twilio-key TWILIO_API_SECRET {b32}
      twilio-token TWILIO_AUTH_TOKEN {h32}
      mailgun MAILGUN_API_KEY key-{h32}
      mailgun-new MAILGUN_API_KEY {h32}-{h8}-{h8}
      postmark POSTMARK_SERVER_TOKEN {uuid}
      vault-old VAULT_TOKEN s.{b24}
      asana ASANA_ACCESS_TOKEN 2/{d16}/{d16}:{h32}
      paypal PAYPAL_CLIENT_SECRET E{u79}
      ethereum ETH_PRIVATE_KEY 0x{h64}
      browserbase BROWSERBASE_API_KEY bb_live_{u27}
      composio COMPOSIO_API_KEY ak_{u20}
      smithery SMITHERY_API_KEY {uuid}
      railway RAILWAY_API_TOKEN {uuid}
      snyk SNYK_TOKEN {uuid}
      coda CODA_API_TOKEN {uuid}
      proxmox PROXMOX_TOKEN_SECRET {uuid}
      splunk SPLUNK_HEC_TOKEN {uuid}
      serpapi SERPAPI_API_KEY {h64}
      brightdata BRIGHTDATA_API_TOKEN {h64}
      twentyfirst TWENTY_FIRST_API_KEY {h64}
      kagi KAGI_API_KEY {u11}.{u43}
      upstash UPSTASH_REDIS_REST_TOKEN {B59}=
      okta OKTA_API_TOKEN 00{u40}
      auth0 AUTH0_CLIENT_SECRET {u64}
      confluent CONFLUENT_CLOUD_API_SECRET {B64}
      alibaba-secret ALIBABA_CLOUD_ACCESS_KEY_SECRET {b30}
      tencent-secret TENCENTCLOUD_SECRET_KEY {b32}
      launchdarkly LAUNCHDARKLY_API_KEY api-{uuid}
      algolia ALGOLIA_ADMIN_API_KEY {h32}
      wandb-old WANDB_API_KEY {h40}
      cursor-key CURSOR_API_KEY key_{h64}
      magic-patterns ACME_REF_API_KEY ref-{h20}
      mollie MOLLIE_ACCESS_TOKEN access_{b40}
      todoist TODOIST_API_TOKEN {h40}
      monday MONDAY_API_TOKEN {u120}
      jenkins JENKINS_API_TOKEN 11{h32}
      home-assistant HASS_TOKEN {u180}
      gitea GITEA_ACCESS_TOKEN {h40}
      obsidian OBSIDIAN_API_KEY {h64}
      fal FAL_KEY {uuid}:{h32}
      """;

  private TokenFormats() {}

  static List<Kind> all() {
    List<Kind> kinds = new ArrayList<>();
    read("provider, own format", SELF_EVIDENT, true, kinds);
    read("provider, by name", BY_NAME, false, kinds);
    return kinds;
  }

  private static void read(String family, String table, boolean isSelfEvident, List<Kind> kinds) {
    for (String line : table.strip().split("\n", -1)) {
      String[] columns = line.split(" ", -1);
      String template = columns[2];
      kinds.add(
          new Kind(
              family, columns[0], columns[1], TOKEN, isSelfEvident, draw -> draw.fill(template)));
    }
  }
}

// An OpenID provider for tests: the certified oidc-provider with users that the test defines.
// Called by the class OidcProvider with the path of the package and its settings as JSON; it says
// "ready" on standard output, and ends when its standard input does, so that it outlives no test.
import { pathToFileURL } from 'node:url';

const [, , packagePath, settingsJson] = process.argv;
const settings = JSON.parse(settingsJson);
const { Provider } = await import(pathToFileURL(packagePath).href);

const users = new Map();
let nextIdToken = null;

const provider = new Provider(settings.issuer, {
  clients: [
    {
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
      token_endpoint_auth_method: settings.authenticationMethod,
      id_token_signed_response_alg: settings.key.alg,
      redirect_uris: ['http://127.0.0.1/callback'],
    },
  ],
  jwks: { keys: [settings.key] },
  cookies: { keys: ['for tests only'] },
  clientAuthMethods: [settings.authenticationMethod],
  conformIdTokenClaims: settings.claimsOnlyAtUserInfo,
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name', 'groups'],
  },
  enabledJWA: { idTokenSigningAlgValues: [settings.key.alg] },
  features: { devInteractions: { enabled: true } },
  pkce: { required: () => true },
  findAccount: (ctx, subject) =>
    users.has(subject)
      ? { accountId: subject, claims: () => ({ sub: subject, ...users.get(subject) }) }
      : undefined,
});

// The port of the server under test is known only once that has started.
provider.Client.prototype.redirectUriAllowed = (uri) => new URL(uri).hostname === '127.0.0.1';

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

provider.use(async (ctx, next) => {
  if (ctx.path.startsWith('/testing/users/')) {
    const subject = decodeURIComponent(ctx.path.slice('/testing/users/'.length));
    users.set(subject, JSON.parse(await bodyOf(ctx.req)));
    ctx.status = 204;
    return;
  }
  if (ctx.path === '/testing/next-id-token') {
    nextIdToken = await bodyOf(ctx.req);
    ctx.status = 204;
    return;
  }
  await next();
  if (ctx.path === '/token' && ctx.status === 200 && nextIdToken !== null) {
    ctx.body = { ...ctx.body, id_token: nextIdToken };
    nextIdToken = null;
  }
});

provider.listen(settings.port, '127.0.0.1', () => console.log('ready'));
process.stdin.on('end', () => process.exit(0)).resume();

package io.svc.server.redaction;

import io.svc.rules.SampleTemplate;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys, tokens and passwords, drawn when the test runs. */
class SecretsTest {
  private static String filled(String template) {
    return SampleTemplate.fill(template, new Random(11));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "use «ghp_{{begin}}{{base62:30}}{{crc32-base62}}» please",
        "key «sk-ant-api03-{{base64url:93}}AA»",
        "api_key=«{{base62:32}}»",
        "{\"apiKey\": \"«{{base62:40}}»\"}",
        "{\\\"token\\\": \\\"«{{base62:40}}»\\\"}",
        "Authorization: Bearer «{{base62:40}}»",
        "x-api-key: «{{hex:32}}»",
        "CLIENT_SECRET='«{{base62:28}}»'",
        "https://x.example/?access_token=«{{base62:32}}»&y=1",
        "secret = «k3yW1thD1gits»",
        "«xoxb-{{digits:12}}-{{digits:12}}-{{base62:24}}»",
        "«glpat-{{base64url:20}}»",
        "-H 'Authorization: token «{{hex:40}}»'"
      })
  void finds_keys(String marked) {
    Marked.assertFound(EntityType.API_KEY, filled(marked));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "api_key=${API_KEY}",
        "token: {{secrets.token}}",
        "token = os.environ[\"TOKEN\"]",
        "api_key: your-api-key-here",
        "max_tokens: 4096",
        "next_page_token={{base62:32}}",
        "key: {{hex:32}}",
        "public_key: {{base62:32}}",
        "the token is missing",
        "tokenizer=cl100k_base",
        "Authorization: Bearer <token>",
        "monkey=George1234567",
        "token: ****************",
        "auth: required",
        "commit {{hex:40}}"
      })
  void leaves_what_is_no_key(String marked) {
    Marked.assertFound(EntityType.API_KEY, filled(marked));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password=«hunter2»",
        "password: «S3cret!pass»",
        "{\"password\": \"«correct horse battery»\"}",
        "pwd='«letmein»'",
        "The password is «hunter2!».",
        "lösenordet är «Sommar2024!»",
        "Das Passwort lautet «Geheim123»",
        "mot de passe : «Azerty123»",
        "la contraseña es «Clave-2024»",
        "DB_PASSWORD=«p@ss»; next",
        "Server=x;User Id=sa;Password=«Pa55word»;",
        "--password «x9!kPq2z» --password=«x9!kPq2z»",
        "Authorization: Basic «dXNlcjpodW50ZXIyIQ==»",
        "пароль: «Qwerty12»",
        "パスワード：«Himitsu123»",
        "Wachtwoord: «Welkom01»",
        "het wachtwoord is «Welkom01!»",
        "the PA\u017F\u017FWORD is «hunter2!x»",
        "ПАРОЛЬ is «Qwerty12!»",
        "Hasło est «Zima2024!»",
        "salasana on «Kesa2024!»",
        "adgangskoden er «Vinter24!»",
        "a senha é «Verao2024!»",
        "la clave es «Verano2024!»",
        "parola è «Estate2024!»"
      })
  void finds_passwords(String marked) {
    Marked.assertFound(EntityType.PASSWORD, marked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password: required",
        "password=${DB_PASSWORD}",
        "password = getPassword()",
        "password: process.env.PASSWORD",
        "The password is required for 2 users",
        "password: ********",
        "password=<password>",
        "password: String",
        "forgot your password?",
        "passwordless: true1234",
        "password_hash_rounds: 12",
        "compass=north123",
        "password must be 8 characters",
        "password: null",
        "password policy: at least 12"
      })
  void leaves_what_is_no_password(String text) {
    Marked.assertFound(EntityType.PASSWORD, text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres://«app:hunter2»@db.example.com/main",
        "https://«user:pass»@example.com",
        "mysql://«root:p/ss»@host/db",
        "redis://«:s3cret»@cache:6379",
        "amqp://«u:p@ss»@host:5672/v",
        "\"mongodb+srv://«a:b»@c.example/x?y\"",
        "see https://«{{base62:40}}»@git.example/x"
      })
  void finds_logins_in_urls(String marked) {
    Marked.assertFound(EntityType.URL_CREDENTIALS, filled(marked));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.com:8443/a@b",
        "https://user@example.com",
        "https://${USER}:${PASSWORD}@example.com",
        "https://user:{{password}}@example.com",
        "http://[::1]:80/a:b@c",
        "https://user:@example.com",
        "://a:b@c",
        "https://user:****@example.com",
        "https://example.com/?next=a:b@c"
      })
  void leaves_urls_without_a_login(String text) {
    Marked.assertFound(EntityType.URL_CREDENTIALS, text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bearer"
            + " «eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.{{base64url:43}}».",
        "«eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.»",
        "«eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.{{base64url:40}}.{{base64url:16}}.{{base64url:30}}.{{base64url:22}}»",
        "a=«eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.{{base64url:43}}»&b"
      })
  void finds_web_tokens(String marked) {
    Marked.assertFound(EntityType.JWT, filled(marked));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "eyJhbGciOiJIUzI1NiJ9",
        "eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ",
        "eyJ.eyJ.abc",
        "xeyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.abcdef",
        "eyJmb28iOiJiYXIifQ.eyJyb2xlIjoiYW5vbiJ9.abcdef"
      })
  void leaves_other_base64(String text) {
    Marked.assertFound(EntityType.JWT, text);
  }

  @Test
  void finds_private_keys_whole() {
    String body = filled("{{base62:64}}\n{{base62:64}}\n{{base62:20}}==\n");
    String begin = "-----BEGIN RSA PRIVATE KEY-----\n";
    String end = "-----END RSA PRIVATE KEY-----";
    Marked.assertFound(EntityType.PRIVATE_KEY, "key: «" + begin + body + end + "»\nrest");
    Marked.assertFound(EntityType.PRIVATE_KEY, "«" + begin + body.repeat(60) + end + "»");
    Marked.assertFound(
        EntityType.PRIVATE_KEY, "«" + (begin + body + end).replace("\n", "\\n") + "»");
    Marked.assertFound(
        EntityType.PRIVATE_KEY,
        "«" + begin.replace("RSA ", "") + "Proc-Type: 4,ENCRYPTED\n\n" + body + end + "»");
  }

  @Test
  void finds_private_keys_without_their_end() {
    String body = filled("{{base62:64}}\n{{base62:64}}");
    Marked.assertFound(EntityType.PRIVATE_KEY, "«-----BEGIN PRIVATE KEY-----\n" + body + "»\n");
  }

  @Test
  void leaves_public_keys_and_certificates() {
    String body = filled("\n{{base62:64}}\n");
    for (String title : new String[] {"PUBLIC KEY", "CERTIFICATE", "RSA PUBLIC KEY"}) {
      Marked.assertFound(
          EntityType.PRIVATE_KEY,
          "-----BEGIN " + title + "-----" + body + "-----END " + title + "-----");
    }
  }
}

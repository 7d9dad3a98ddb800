import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createTransport } from "nodemailer";
import type { Environment } from "../environment.ts";
import { writeSecretFile } from "../crypto/secret-file.ts";

/** An email to one person: plain text, never PHI. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** A page of the portal, such as `/o/<slug>/credentials`, whose URL is appended to the text. */
  path?: string;
}

export interface MailTransport {
  /**
   * @param id the Message-ID, the same for each attempt
   * @throws if the email was rejected
   */
  deliver(mail: Mail, id: string): Promise<void>;
  /**
   * Connects and signs in, without sending.
   *
   * @throws if the SMTP server does not respond or rejects the user
   */
  verify(): Promise<void>;
  close(): void;
}

type MailSettings = Pick<Environment, "smtpUrl" | "mailFrom" | "dataDirectory" | "baseUrl">;

const senderName = "Caseport";

/** nodemailer must not fetch files or URLs that an email contains. */
const nothingFetched = { disableFileAccess: true, disableUrlAccess: true } as const;

const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as const;

/** Sends email to the configured SMTP server; without one it writes files to `outbox` in the data directory. */
export function openMailTransport(settings: MailSettings): MailTransport {
  return settings.smtpUrl === null ? openOutbox(settings) : openSmtp(settings, settings.smtpUrl);
}

export function outboxFolder(dataDirectory: string): string {
  return join(resolve(dataDirectory), "outbox");
}

function openSmtp(settings: MailSettings, url: string): MailTransport {
  const transport = createTransport({ ...readSmtpUrl(url), ...patience, pool: true, maxConnections: 2 });
  return {
    deliver: async (mail, id) => void (await transport.sendMail(compose(settings, mail, id))),
    verify: async () => void (await transport.verify()),
    close: () => transport.close(),
  };
}

/** `smtp://` uses STARTTLS if the server offers it, `smtps://` TLS from the first byte. */
function readSmtpUrl(text: string) {
  const url = new URL(text);
  const secure = url.protocol === "smtps:";
  const user = decodeURIComponent(url.username);
  const usualPort = secure ? 465 : 587;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? usualPort : Number(url.port),
    secure,
    ...(user !== "" && { auth: { user, pass: decodeURIComponent(url.password) } }),
  };
}

function openOutbox(settings: MailSettings): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const folder = outboxFolder(settings.dataDirectory);
  return {
    deliver: async (mail, id) => {
      const { message } = await transport.sendMail(compose(settings, mail, id));
      if (!Buffer.isBuffer(message)) throw new Error("nodemailer gave a stream");
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replaceAll(/[-:]/g, "").replace(/\..*/, "Z");
      writeSecretFile(join(folder, `${time}-${id}.eml`), message.toString());
    },
    verify: () => Promise.resolve(),
    close: () => transport.close(),
  };
}

function compose({ mailFrom, baseUrl }: MailSettings, { to, subject, text, path }: Mail, id: string) {
  const { hostname } = new URL(baseUrl);
  return {
    ...nothingFetched,
    from: { name: senderName, address: mailFrom ?? "no-reply@caseport.example" },
    // As an object: in a string a comma or a bracket would add recipients.
    to: { name: "", address: to },
    subject,
    text: path === undefined ? text : `${text}\n\n${baseUrl}${path}`,
    messageId: `<${id}@${hostname.includes(".") ? hostname : "caseport.example"}>`,
    headers: { "Auto-Submitted": "auto-generated" },
  };
}

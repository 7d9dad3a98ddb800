import type { Environment } from "../../platform/environment.ts";
import { outboxFolder } from "../../platform/mail/mail-transport.ts";
import { refreshDemoData } from "./demo-file.ts";

/**
 * What a start shows. The key is the read-only one: terminals and logs keep what is shown, and the others are in
 * demo.json.
 */
export function introduce(
  environment: Pick<Environment, "baseUrl" | "smtpUrl" | "dataDirectory">,
  dataDirectory: string | null,
): string {
  const { baseUrl } = environment;
  const lines = [
    "",
    `Caseport is running at ${baseUrl}`,
    `  Home               ${baseUrl}/`,
    `  Sign in            ${baseUrl}/sign-in`,
    `  API reference      ${baseUrl}/docs`,
    `  OpenAPI document   ${baseUrl}/api/v1/openapi.json`,
  ];
  if (environment.smtpUrl === null) lines.push(`  Email              ${outboxFolder(environment.dataDirectory)}/*.eml`);
  const demo = dataDirectory === null ? null : refreshDemoData(dataDirectory, baseUrl);
  if (dataDirectory !== null && demo !== null) {
    const { email } = demo.portal.manager;
    lines.push(
      "",
      "Try it:",
      `  sign in as ${email}; password and totpSecret: ${dataDirectory}/demo.json, "portal", "manager"`,
      "  npm run totp -- manager     prints the code of the second factor",
      `  curl -H 'x-api-key: ${demo.keys.readOnly}' ${baseUrl}/api/v1/cases/${demo.ids.caseId}`,
    );
  }
  return [...lines, "", "Ctrl-C stops it.", ""].join("\n");
}

/**
 * A first request in three languages. The secret comes from the environment: it is in no file and in no shell's
 * history.
 */
export function writeTestCalls(origin: string): readonly { language: string; code: string }[] {
  const url = `${origin}/api/v1/me`;
  return [
    {
      language: "curl",
      code: `read -rs CASEPORT_API_KEY  # paste the secret, press Enter\ncurl -H "x-api-key: $CASEPORT_API_KEY" ${url}`,
    },
    {
      language: "TypeScript",
      code: `const response = await fetch("${url}", {\n  headers: { "x-api-key": process.env.CASEPORT_API_KEY ?? "" },\n});\nconsole.log(response.status, await response.json());`,
    },
    {
      language: "Python",
      code: `import json, os, urllib.request\n\nrequest = urllib.request.Request("${url}", headers={"x-api-key": os.environ["CASEPORT_API_KEY"]})\nprint(json.load(urllib.request.urlopen(request)))`,
    },
  ];
}

interface SeenRequest {
  keyPrefix: string;
}

/**
 * The newest request that used the secret.
 *
 * @param requests newest first
 */
export function findFirstUse<Request extends SeenRequest>(
  requests: readonly Request[],
  secret: string,
): Request | null {
  return requests.find(({ keyPrefix }) => secret.startsWith(keyPrefix)) ?? null;
}

"use client";

import { useState } from "react";
import { useTRPCClient, type PortalOutputs } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { NoPermission } from "../shell/no-permission.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { FoundKey } from "./found-key.tsx";
import { KeyForm } from "./key-form.tsx";
import { UnknownKey } from "./unknown-key.tsx";

type Lookup = PortalOutputs["keys"]["findByDigest"];

/** Only the digest of a key leaves the browser. */
export function WhoseKeyScreen() {
  const { can, href } = useOrganization();
  return (
    <>
      <PageHeader
        title="Find a key"
        trail={[{ label: "API keys", href: href("/credentials") }]}
        description="Found a key in a log, repository or email? Paste it to identify it, then pause or revoke it."
      />
      {can("integrations:manage") ? <LookUp /> : <NoPermission permission="integrations:manage" what="find API keys" />}
    </>
  );
}

function LookUp() {
  const client = useTRPCClient();
  const [result, setResult] = useState<{ prefix: string; digest: string; lookup: Lookup } | null>(null);
  const lookUp = async (digest: string, prefix: string) => {
    setResult(null);
    setResult({ prefix, digest, lookup: await client.keys.findByDigest.query({ digest }) });
  };
  const refresh = async () => {
    if (result !== null) setResult({ ...result, lookup: await client.keys.findByDigest.query({ digest: result.digest }) });
  };
  return (
    <>
      <KeyForm onLookUp={lookUp} />
      {/* Announced to screen readers. */}
      <div aria-live="polite" className="mt-6">
        {result !== null && (result.lookup.found ? <FoundKey found={result.lookup.key} onChanged={refresh} /> : <UnknownKey prefix={result.prefix} />)}
      </div>
    </>
  );
}

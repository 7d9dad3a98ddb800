"use client";

import { useState } from "react";
import { useTRPCClient, type PortalOutputs } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { FoundKey } from "./found-key.tsx";
import { FindKeyForm } from "./find-key-form.tsx";
import { ReportLeak } from "./report-leak.tsx";
import { findKeyScreen as t } from "./strings.ts";
import { UnknownKey } from "./unknown-key.tsx";

type Lookup = PortalOutputs["keys"]["findByDigest"];

/** Only the digest of a key leaves the browser. */
export function FindKeyScreen() {
  const { can, href } = useOrganization();
  const canManage = can("integrations:manage");
  return (
    <>
      <PageHeader
        title={t.title}
        {...(canManage && { trail: [{ label: t.apiKeys, href: href("/credentials") }] })}
        description={t.description(canManage)}
      />
      {canManage ? <LookUp /> : <Report />}
    </>
  );
}

function Report() {
  const [shown, setShown] = useState<{ digest: string; prefix: string } | null>(null);
  return (
    <>
      <FindKeyForm
        submitLabel={t.continue}
        onLookUp={(digest, prefix) => Promise.resolve(setShown({ digest, prefix }))}
      />
      <div aria-live="polite" className="mt-6">
        {shown !== null && <ReportLeak key={shown.digest} {...shown} />}
      </div>
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
    if (result !== null)
      setResult({ ...result, lookup: await client.keys.findByDigest.query({ digest: result.digest }) });
  };
  return (
    <>
      <FindKeyForm submitLabel={t.findKey} onLookUp={lookUp} />
      {/* Announced to screen readers. */}
      <div aria-live="polite" className="mt-6">
        {result !== null &&
          (result.lookup.found ? (
            <FoundKey digest={result.digest} found={result.lookup.key} onChanged={refresh} />
          ) : (
            <UnknownKey prefix={result.prefix} />
          ))}
      </div>
    </>
  );
}

"use client";

import { Banner } from "../ui/feedback/banner.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { StoreOnce } from "../ui/store-once.tsx";

interface SecretOnceProps {
  keyName: string;
  secret: string;
  /** How long the old secret goes on, after a rotation. */
  overlap?: string | null;
  onStored: () => void;
}

/** The one time that a key's secret is seen. */
export function SecretOnce({ keyName, secret, overlap = null, onStored }: SecretOnceProps) {
  return (
    <StoreOnce
      description={
        <>
          This is the secret of <strong className="font-semibold text-text">{keyName}</strong>. It is shown this once: Caseport keeps only a digest of it, and nobody
          can read it back, not even us.
        </>
      }
      hint="In a password manager or your system’s secret store. If it is lost, rotate the key to get a new one."
      onStored={onStored}
    >
      <CodeBlock title="Secret" text={secret} wrap />
      <CodeBlock title="Line for .env" text={`CASEPORT_API_KEY=${secret}`} wrap />
      <CodeBlock title="Try it with curl" text={`curl -H 'x-api-key: ${secret}' ${window.location.origin}/api/v1/me`} wrap />
      {overlap !== null && <Banner tone="info">{overlap}</Banner>}
    </StoreOnce>
  );
}

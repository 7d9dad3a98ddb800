"use client";

import { useEffect, useState } from "react";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { Dialog } from "../ui/dialog.tsx";

interface SecretOnceProps {
  keyName: string;
  /** Lives in the memory of this page alone: in no address, no storage and no log. */
  secret: string;
  /** How long the old secret goes on, after a rotation. */
  overlap?: string | null;
  onStored: () => void;
}

/** The one time that a secret is seen. It closes when one says that it is stored, and in no other way. */
export function SecretOnce({ keyName, secret, overlap = null, onStored }: SecretOnceProps) {
  const [isStored, setStored] = useState(false);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);
  return (
    <Dialog
      open
      onOpenChange={() => undefined}
      dismissible={false}
      width="lg"
      title="Store the secret now"
      description={
        <>
          This is the secret of <strong className="font-semibold text-text">{keyName}</strong>. It is shown this once: Caseport keeps only a digest of it, and nobody
          can read it back, not even us.
        </>
      }
      footer={
        <Button variant="primary" disabled={!isStored} onClick={onStored}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4">
        <CodeBlock title="Secret" text={secret} wrap />
        <CodeBlock title="Line for .env" text={`CASEPORT_API_KEY=${secret}`} wrap />
        <CodeBlock title="Try it with curl" text={`curl -H 'x-api-key: ${secret}' ${window.location.origin}/api/v1/me`} wrap />
        {overlap !== null && <Banner tone="info">{overlap}</Banner>}
        <Checkbox
          checked={isStored}
          onChange={(event) => setStored(event.target.checked)}
          label="I have stored it"
          hint="In a password manager or your system’s secret store. If it is lost, rotate the key to get a new one."
        />
      </div>
    </Dialog>
  );
}

"use client";

import { useEffect, useRef, useState } from "react";
import { useOrganization } from "../shell/account-context.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { Card, SectionCard } from "../ui/card.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { TabPanel, Tabs } from "../ui/tabs.tsx";
import { MessageForm } from "./message-form.tsx";
import { sampleWithoutPackage, sampleWithPackage } from "../../contract/webhooks/samples.ts";
import { VerdictPanel } from "./verdict-panel.tsx";
import { verifyMessage, type Message, type Verdict } from "./verify-message.ts";

/** It sends no request, so every member can use it. */
export function VerifyScreen() {
  const { href } = useOrganization();
  return (
    <>
      <PageHeader
        title="Verify signature"
        description="Paste a webhook request to check its signature and see why it fails."
        trail={[{ label: "Webhooks", href: href("/webhooks") }]}
      />
      <div className="grid grid-cols-1 gap-8">
        <Verifier />
        <Samples />
      </div>
    </>
  );
}

function Verifier() {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (verdict !== null) heading.current?.focus();
  }, [verdict]);
  const verify = async (message: Message) => {
    try {
      setVerdict(await verifyMessage(message, Date.now()));
    } catch {
      // Browsers compute signatures only on https pages.
      setFailed(true);
    }
  };
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      <Card>
        <MessageForm onVerify={(message) => void verify(message)} onChange={() => setVerdict(null)} />
      </Card>
      {hasFailed && (
        <Banner tone="danger" live title="Signatures cannot be computed in this browser">
          Browsers compute signatures only over HTTPS. Open the portal with its https:// URL.
        </Banner>
      )}
      {verdict === null ? !hasFailed && <Explained /> : <VerdictPanel verdict={verdict} headingRef={heading} />}
    </div>
  );
}

function Explained() {
  return (
    <div className="grid gap-3 rounded-lg border border-dashed border-edge/60 px-5 py-5 text-sm text-muted sm:px-6">
      <h2 className="font-serif text-lg font-semibold text-text">How verification works</h2>
      <p>
        Caseport signs requests by Standard Webhooks: HMAC-SHA-256 over the ID, timestamp and raw body, joined by dots. Accept a request only when one signature matches and the timestamp is within five minutes.
      </p>
      <p>Common mistakes:</p>
      <ul className="grid list-disc gap-1.5 pl-5">
        <li>The body was parsed as JSON and serialized again before verification.</li>
        <li>A line break was added at the end of the body.</li>
        <li>The secret is from before a rotation, or belongs to another webhook.</li>
        <li>The endpoint’s clock is wrong, or the request is old.</li>
      </ul>
    </div>
  );
}

const samples = [
  { value: "package", label: "With standardwebhooks", title: "Node, with npm install standardwebhooks", text: sampleWithPackage },
  { value: "plain", label: "Without a package", title: "Node, with node:crypto only", text: sampleWithoutPackage },
];

function Samples() {
  const [shown, show] = useState("package");
  return (
    <SectionCard title="In your endpoint" description="The secret comes from the environment. The body is read only after verification.">
      <Tabs label="Verification methods" value={shown} onValueChange={show} tabs={samples}>
        {samples.map(({ value, title, text }) => (
          <TabPanel key={value} value={value} className="pt-4">
            <CodeBlock title={title} text={text} />
          </TabPanel>
        ))}
      </Tabs>
    </SectionCard>
  );
}

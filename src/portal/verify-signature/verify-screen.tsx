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
import { verifyMessage } from "./verify-message.ts";
import type { Message, Verdict } from "./verify-message.ts";

/** "Verify a signature": why a receiver takes or refuses a message. It asks the server nothing, so every member may. */
export function VerifyScreen() {
  const { href } = useOrganization();
  return (
    <>
      <PageHeader
        title="Verify a signature"
        description="Paste a webhook message that your receiver got, and see whether its signature fits, and if not, why."
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
      // Browsers compute signatures on pages that come by https alone.
      setFailed(true);
    }
  };
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      <Card>
        <MessageForm onVerify={(message) => void verify(message)} onChange={() => setVerdict(null)} />
      </Card>
      {hasFailed && (
        <Banner tone="danger" live title="This browser cannot compute signatures here">
          It does so only on pages that come by https. Open the portal by its https address.
        </Banner>
      )}
      {verdict === null ? !hasFailed && <Explained /> : <VerdictPanel verdict={verdict} headingRef={heading} />}
    </div>
  );
}

function Explained() {
  return (
    <div className="grid gap-3 rounded-lg border border-dashed border-edge/60 px-5 py-5 text-sm text-muted sm:px-6">
      <h2 className="font-serif text-lg font-semibold text-text">What is verified</h2>
      <p>
        Caseport signs every message by Standard Webhooks: HMAC with SHA-256 over the id, the timestamp and the raw body, joined by dots. A receiver computes the
        same with its secret, and takes a message only when one of the signatures fits and the timestamp is at most five minutes away.
      </p>
      <p>The usual mistakes are told apart:</p>
      <ul className="grid list-disc gap-1.5 pl-5">
        <li>The body was parsed as JSON and written again before it was verified.</li>
        <li>A line break was added at the end of the body.</li>
        <li>The secret is the one before a rotation, or that of another subscription.</li>
        <li>The receiver’s clock is wrong, or the message is an old one.</li>
      </ul>
    </div>
  );
}

const samples = [
  { value: "package", label: "With standardwebhooks", title: "Node, with npm install standardwebhooks", text: sampleWithPackage },
  { value: "plain", label: "Without a package", title: "Node, with node:crypto alone", text: sampleWithoutPackage },
];

function Samples() {
  const [shown, show] = useState("package");
  return (
    <SectionCard title="In your receiver" description="The secret comes from the environment; the message is read only when its signature fits.">
      <Tabs label="Ways to verify" value={shown} onValueChange={show} tabs={samples}>
        {samples.map(({ value, title, text }) => (
          <TabPanel key={value} value={value} className="pt-4">
            <CodeBlock title={title} text={text} />
          </TabPanel>
        ))}
      </Tabs>
    </SectionCard>
  );
}

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
import { verifyScreen as t } from "./strings.ts";
import { VerdictPanel } from "./verdict-panel.tsx";
import { verifyMessage, type Message, type Verdict } from "./verify-message.ts";

/** It sends no request, so every member can use it. */
export function VerifyScreen() {
  const { href } = useOrganization();
  return (
    <>
      <PageHeader
        title={t.verifySignature}
        description={t.verifySignatureDescription}
        trail={[{ label: t.webhooks, href: href("/webhooks") }]}
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
        <Banner tone="danger" live title={t.signaturesCannotBeComputed}>
          {t.browsersComputeSignaturesOnly}
        </Banner>
      )}
      {verdict === null ? !hasFailed && <Explained /> : <VerdictPanel verdict={verdict} headingRef={heading} />}
    </div>
  );
}

function Explained() {
  return (
    <div className="grid gap-3 rounded-lg border border-dashed border-edge/60 px-5 py-5 text-sm text-muted sm:px-6">
      <h2 className="text-base font-semibold text-text">{t.howVerificationWorks}</h2>
      <p>{t.caseportSignsRequests}</p>
      <p>{t.commonMistakes}</p>
      <ul className="grid list-disc gap-1.5 pl-5">
        <li>{t.bodyWasParsed}</li>
        <li>{t.lineBreakWasAdded}</li>
        <li>{t.secretIsFromBefore}</li>
        <li>{t.endpointsClockIsWrong}</li>
      </ul>
    </div>
  );
}

const samples = [
  { value: "package", label: t.withStandardwebhooks, title: t.node, text: sampleWithPackage },
  { value: "plain", label: t.withoutPackage, title: t.nodeWithNodeCryptoOnly, text: sampleWithoutPackage },
];

function Samples() {
  const [shown, show] = useState("package");
  return (
    <SectionCard title={t.inYourEndpoint} description={t.inYourEndpointDescription}>
      <Tabs label={t.verificationMethods} value={shown} onValueChange={show} tabs={samples}>
        {samples.map(({ value, title, text }) => (
          <TabPanel key={value} value={value} className="pt-4">
            <CodeBlock title={title} text={text} />
          </TabPanel>
        ))}
      </Tabs>
    </SectionCard>
  );
}

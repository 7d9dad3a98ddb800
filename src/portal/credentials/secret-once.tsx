import { Banner } from "../ui/feedback/banner.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { StoreOnce } from "../ui/store-once.tsx";
import { secretOnce as t } from "./lazy-strings.ts";
import { TestCall } from "./test-call.tsx";

interface SecretOnceProps {
  keyId: string;
  keyName: string;
  secret: string;
  /** After a rotation: how long the previous secret works. */
  overlap?: string | null;
  onStored: () => void;
}

export function SecretOnce({ keyId, keyName, secret, overlap = null, onStored }: SecretOnceProps) {
  return (
    <StoreOnce
      description={t.secretOf(<strong className="font-semibold text-text">{keyName}</strong>)}
      hint={t.storeItInPassword}
      onStored={onStored}
    >
      <CodeBlock title={t.secret} text={secret} wrap />
      <CodeBlock title={t.lineForEnv} text={`CASEPORT_API_KEY=${secret}`} wrap />
      <TestCall keyId={keyId} secret={secret} />
      {overlap !== null && <Banner tone="info">{overlap}</Banner>}
    </StoreOnce>
  );
}

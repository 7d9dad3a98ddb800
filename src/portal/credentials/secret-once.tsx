import { Banner } from "../ui/feedback/banner.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { StoreOnce } from "../ui/store-once.tsx";
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
      description={
        <>
          Secret of <strong className="font-semibold text-text">{keyName}</strong>. It is shown only once. Caseport stores a digest of it and cannot show it again.
        </>
      }
      hint="Store it in a password manager or secret store. If you lose it, rotate the key."
      onStored={onStored}
    >
      <CodeBlock title="Secret" text={secret} wrap />
      <CodeBlock title="Line for .env" text={`CASEPORT_API_KEY=${secret}`} wrap />
      <TestCall keyId={keyId} secret={secret} />
      {overlap !== null && <Banner tone="info">{overlap}</Banner>}
    </StoreOnce>
  );
}

import { useOrganization } from "../shell/account-context.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { TextLink } from "../ui/link.tsx";
import { StoreOnce } from "../ui/store-once.tsx";
import { writeReceiver } from "./deliveries/delivery-sample.ts";

interface SigningSecretOnceProps {
  name: string;
  secret: string;
  /** After a rotation: how long the previous secret works. */
  overlap?: string | null;
  onStored: () => void;
}

const variable = "CASEPORT_WEBHOOK_SECRET";

export function SigningSecretOnce({ name, secret, overlap = null, onStored }: SigningSecretOnceProps) {
  const { href } = useOrganization();
  return (
    <StoreOnce
      description={
        <>
          Requests to <strong className="font-semibold text-text">{name}</strong> are signed with this secret. It is shown only once and stored encrypted.
        </>
      }
      hint="Store it in your endpoint’s secret store. If you lose it, rotate the secret."
      onStored={onStored}
    >
      <CodeBlock title="Secret" text={secret} wrap />
      <CodeBlock title="Line for .env" text={`${variable}=${secret}`} wrap />
      {overlap !== null && <Banner tone="info">{overlap}</Banner>}
      <details className="group text-sm">
        <summary className="cursor-pointer rounded py-1 font-medium text-accent">Node.js endpoint that verifies signatures</summary>
        <div className="mt-2 grid gap-2">
          <CodeBlock title="receiver.js" text={writeReceiver(variable)} />
          <p className="text-muted">
            Follows Standard Webhooks; libraries exist for many languages. For Node.js: npm install standardwebhooks.{" "}
            <TextLink href={href("/webhooks/verify")} target="_blank">
              Verify signature manually
            </TextLink>
          </p>
        </div>
      </details>
    </StoreOnce>
  );
}

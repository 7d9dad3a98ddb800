import { useOrganization } from "../shell/account-context.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { TextLink } from "../ui/link.tsx";
import { StoreOnce } from "../ui/store-once.tsx";
import { writeReceiver } from "./deliveries/delivery-sample.ts";
import { signingSecretOnce as t } from "./strings.ts";

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
      description={t.requestsToAreSigned(<strong className="font-semibold text-text">{name}</strong>)}
      hint={t.storeIt}
      onStored={onStored}
    >
      <CodeBlock title={t.secret} text={secret} wrap />
      <CodeBlock title={t.lineForEnv} text={`${variable}=${secret}`} wrap />
      {overlap !== null && <Banner tone="info">{overlap}</Banner>}
      <details className="group text-sm">
        <summary className="cursor-pointer rounded py-1 font-medium text-accent">{t.nodeJsEndpoint}</summary>
        <div className="mt-2 grid gap-2">
          <CodeBlock title="receiver.js" text={writeReceiver(variable)} />
          <p className="text-muted">
            {t.followsStandardWebhooks((text) => (
              <TextLink href={href("/webhooks/verify")} target="_blank">
                {text}
              </TextLink>
            ))}
          </p>
        </div>
      </details>
    </StoreOnce>
  );
}

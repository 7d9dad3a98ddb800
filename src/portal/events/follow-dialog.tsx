import { useOrganization } from "../shell/account-context.tsx";
import { Code, CodeBlock } from "../ui/code-block.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { TextLink } from "../ui/link.tsx";
import { followDialog as t } from "./lazy-strings.ts";

interface FollowDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The cursor to continue from; null for the oldest event. */
  cursor: string | null;
}

export function writeFollowCommand(origin: string, cursor: string | null): string {
  const after = cursor === null ? "" : `after=${cursor}&`;
  return `curl -H "x-api-key: $CASEPORT_API_KEY" \\\n  "${origin}/api/v1/events?${after}wait=25"`;
}

export function FollowDialog({ open, onOpenChange, cursor }: FollowDialogProps) {
  const { href } = useOrganization();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} width="lg" title={t.pollFeed} description={t.pollFeedDescription}>
      {open && (
        <div className="grid gap-4 text-sm">
          <CodeBlock
            title={cursor === null ? t.readFromBeginning : t.continueAfterNewestEvent}
            text={writeFollowCommand(window.location.origin, cursor)}
            wrap
          />
          <ol className="grid list-decimal gap-1.5 pl-5">
            <li>
              {t.setToSecret(<Code>CASEPORT_API_KEY</Code>, (text) => (
                <Code>{text}</Code>
              ))}
            </li>
            <li>
              {t.process(
                (text) => (
                  <Code>{text}</Code>
                ),
                (text) => (
                  <Code>{text}</Code>
                ),
              )}
            </li>
            <li>
              {t.requestAgain(
                (text) => (
                  <Code>{text}</Code>
                ),
                (text) => (
                  <Code>{text}</Code>
                ),
              )}
            </li>
          </ol>
          <p className="text-muted">
            {t.eventsAreKept((text) => (
              <TextLink href={href("/webhooks")}>{text}</TextLink>
            ))}
          </p>
        </div>
      )}
    </Dialog>
  );
}

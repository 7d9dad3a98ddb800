import { useOrganization } from "../shell/account-context.tsx";
import { Code, CodeBlock } from "../ui/code-block.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { TextLink } from "../ui/link.tsx";

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
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="lg"
      title="Poll the feed"
      description="An integration that stores its cursor reads every event once, in order."
    >
      {open && (
        <div className="grid gap-4 text-sm">
          <CodeBlock title={cursor === null ? "Read from the beginning" : "Continue after the newest event of this list"} text={writeFollowCommand(window.location.origin, cursor)} wrap />
          <ol className="grid list-decimal gap-1.5 pl-5">
            <li>
              Set <Code>CASEPORT_API_KEY</Code> to the secret of a key with the scope <Code>events:read</Code>. Record values require the read scope of the record.
            </li>
            <li>
              Process <Code>events</Code>, then store <Code>nextCursor</Code> together with your results.
            </li>
            <li>
              Request again with it as <Code>after</Code>. With <Code>wait=25</Code> the response arrives with the next event, or after 25 seconds.
            </li>
          </ol>
          <p className="text-muted">
            Events are kept for 90 days; older cursors are rejected. To receive events instead of polling, use{" "}
            <TextLink href={href("/webhooks")}>webhooks</TextLink>.
          </p>
        </div>
      )}
    </Dialog>
  );
}

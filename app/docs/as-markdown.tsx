/** Links to the same page for assistants, and to what else the reference offers them. */
export function AsMarkdown({ href }: { href: string }) {
  return (
    <p className="as-markdown">
      <a href={`${href}.md`}>Markdown</a> <a href="/llms.txt">llms.txt</a>{" "}
      <a href="/docs/caseport.postman_collection.json">Postman collection</a>
    </p>
  );
}

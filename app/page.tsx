export default function Home() {
  return <h1>Caseport</h1>;
}

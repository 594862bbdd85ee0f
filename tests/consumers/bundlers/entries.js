// Every entry can be imported where there is no page, as a server that renders pages does.
const names = process.argv.slice(2);
for (const name of names) {
  const entry = await import(name);
  console.log(name, Object.keys(entry).length);
}

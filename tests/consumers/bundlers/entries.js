// Every entry can be imported without a page, for example on a server that renders pages.
const names = process.argv.slice(2);
for (const name of names) {
  const entry = await import(name);
  console.log(name, Object.keys(entry).length);
}

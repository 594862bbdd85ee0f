export const metadata = { title: 'A consumer of limber' };

export default function Layout({ children }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <body>{children}</body>
    </html>
  );
}

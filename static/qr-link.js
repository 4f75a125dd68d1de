// The phone's page by its other address, behind a hash, which no server gets to see. Before the first paint:
// nobody shall type a password into the page that it was put behind.
;(() => {
  function follow() {
    const found = /^#\/qr-auth(?:\/([^/?#]*))?/i.exec(location.hash)
    if (found) location.replace(`/qr-auth/${found[1] ?? ''}`)
  }
  follow()
  addEventListener('hashchange', follow)
})()

/**
 * Style attributes as `data-style`, which static/styles.js puts on: a policy that forbids styles in the
 * markup is what keeps a hole in any page from becoming one in all of them. In text a quote is escaped, so
 * only attributes match.
 */
export function moveStylesToData(html: string) {
  return html.replaceAll(' style="', ' data-style="')
}

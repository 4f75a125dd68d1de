import { PRINTED } from '#domain/tickets/ticket-path'
import './paper.css'

const MM_PER_PX = 25.4 / 96

const paper = document.querySelector<HTMLElement>('.paper')
addEventListener('afterprint', () => {
  if (parent !== window) parent.postMessage(PRINTED, location.origin)
})
document.fonts.ready.then(() => {
  if (!paper) return
  fitPage(paper)
  print()
})

function fitPage({ dataset, offsetHeight }: HTMLElement) {
  const height = Math.ceil(offsetHeight * MM_PER_PX)
  document.styleSheets[0]?.insertRule(`@page { size: ${dataset.paper}mm ${height}mm; margin: 0 }`)
}

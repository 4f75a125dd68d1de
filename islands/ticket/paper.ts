import { PRINTED } from '#domain/tickets/ticket-view'
import './paper.css'

const MM_PER_PX = 25.4 / 96

const paper = document.querySelector<HTMLElement>('.paper')
addEventListener('afterprint', () => {
  if (parent !== window) parent.postMessage(PRINTED, location.origin)
})
if (paper) void printWhenDrawn(paper)

async function printWhenDrawn(drawn: HTMLElement) {
  const pictures = [...drawn.querySelectorAll('img')].map(image =>
    image.decode().catch(() => image.remove()),
  )
  // Forces a layout, which starts to load the fonts of the texts.
  drawn.getBoundingClientRect()
  await Promise.all([document.fonts.ready, ...pictures])
  fitPage(drawn)
  print()
}

function fitPage({ dataset, offsetHeight }: HTMLElement) {
  const height = Math.ceil(offsetHeight * MM_PER_PX)
  document.styleSheets[0]?.insertRule(`@page { size: ${dataset.paper}mm ${height}mm; margin: 0 }`)
}

import './paper.css'

/** What the page tells reception's page, which shows it in a frame. */
export const PRINTED = 'ticket printed'

const isInFrame = parent !== window

addEventListener('afterprint', () => {
  if (isInFrame) parent.postMessage(PRINTED, location.origin)
})
document.fonts.ready.then(() => print())

import { PRINTED } from '#domain/tickets/ticket-view'

const PRINTED_WITHIN_MS = 10_000
/** Wait after the print dialog, which stops the page, so that delayed events arrive first. */
const AFTER_DIALOG_MS = 1_000

/** Prints a ticket's page in a hidden frame. Resolves to whether it was printed. */
export async function printInFrame(path: string) {
  const frame = document.createElement('iframe')
  frame.className = 'visually-hidden'
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  frame.src = path
  document.body.append(frame)
  const isPrinted = await waitForPrint(frame)
  frame.remove()
  return isPrinted
}

function waitForPrint(frame: HTMLIFrameElement) {
  return new Promise<boolean>(resolve => {
    const stop = (isPrinted: boolean) => {
      removeEventListener('message', handleMessage)
      resolve(isPrinted)
    }
    function handleMessage({ source, data }: MessageEvent) {
      if (source === frame.contentWindow && data === PRINTED) stop(true)
    }
    addEventListener('message', handleMessage)
    setTimeout(() => setTimeout(() => stop(false), AFTER_DIALOG_MS), PRINTED_WITHIN_MS)
  })
}

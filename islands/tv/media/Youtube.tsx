import { useEffect, useRef } from 'react'
import { parseYoutubeId } from '#domain/media/media'

const HOST = 'https://www.youtube-nocookie.com'
/** A player that has not said a word by then cannot be reached, or is refused. */
const READY_TIMEOUT_MS = 15_000
const PING_INTERVAL_MS = 1_000

type Props = { link: string; onReady?(): void; onRefused(): void }

/** A YouTube film, muted and looping, on the host that sets no cookies. */
export function Youtube({ link, onReady, onRefused }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const hear = useRef({ onReady, onRefused })
  hear.current = { onReady, onRefused }

  useEffect(() => {
    let isHeard = false
    const asking = setInterval(() => {
      frame.current?.contentWindow?.postMessage('{"event":"listening"}', HOST)
    }, PING_INTERVAL_MS)
    const waiting = setTimeout(() => hear.current.onRefused(), READY_TIMEOUT_MS)

    function listen(message: MessageEvent) {
      if (message.origin !== HOST || message.source !== frame.current?.contentWindow) return
      if (isError(message.data)) return hear.current.onRefused()
      if (isHeard) return
      isHeard = true
      clearInterval(asking)
      clearTimeout(waiting)
      hear.current.onReady?.()
    }

    addEventListener('message', listen)
    return () => {
      clearInterval(asking)
      clearTimeout(waiting)
      removeEventListener('message', listen)
    }
  }, [])

  return (
    <iframe
      ref={frame}
      className="stage__picture"
      src={playerUrl(link)}
      title="Video"
      allow="autoplay; encrypted-media"
      // Without a referrer the player refuses.
      referrerPolicy="strict-origin-when-cross-origin"
      tabIndex={-1}
    />
  )
}

function playerUrl(link: string) {
  const id = parseYoutubeId(link) ?? ''
  const how = `autoplay=1&mute=1&loop=1&playlist=${id}&controls=0&playsinline=1&rel=0&enablejsapi=1`
  return `${HOST}/embed/${id}?${how}`
}

function isError(data: unknown) {
  try {
    return JSON.parse(String(data)).event === 'onError'
  } catch {
    return false
  }
}

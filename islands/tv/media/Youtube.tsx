import { useEffect, useRef } from 'react'
import { youtubeId } from '#domain/media/media'

const HOST = 'https://www.youtube-nocookie.com'
/** A player that has not said a word by then cannot be reached, or is refused. */
const SPEAKS_WITHIN_MS = 15_000
const ASKS_EVERY_MS = 1_000

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
    }, ASKS_EVERY_MS)
    const waiting = setTimeout(() => hear.current.onRefused(), SPEAKS_WITHIN_MS)

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
      src={playerOf(link)}
      title="Video"
      allow="autoplay; encrypted-media"
      // Without a referrer the player refuses.
      referrerPolicy="strict-origin-when-cross-origin"
      tabIndex={-1}
    />
  )
}

function playerOf(link: string) {
  const id = youtubeId(link) ?? ''
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

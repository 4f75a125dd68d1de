import { useEffect, useRef } from 'react'
import { parseYoutubeLink } from '#domain/media/youtube'

const HOST = 'https://www.youtube-nocookie.com'
const READY_TIMEOUT_MS = 15_000
const PING_INTERVAL_MS = 1_000

type Props = { link: string; onReady(): void; onError(): void }

export function Youtube({ link, onReady, onError }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const handlers = useRef({ onReady, onError })
  handlers.current = { onReady, onError }

  useEffect(() => {
    let isReady = false
    const pingTimer = setInterval(() => {
      frame.current?.contentWindow?.postMessage('{"event":"listening"}', HOST)
    }, PING_INTERVAL_MS)
    const readyTimer = setTimeout(() => handlers.current.onError(), READY_TIMEOUT_MS)

    function onMessage(message: MessageEvent) {
      if (message.origin !== HOST || message.source !== frame.current?.contentWindow) return
      if (isError(message.data)) return handlers.current.onError()
      if (isReady) return
      isReady = true
      clearInterval(pingTimer)
      clearTimeout(readyTimer)
      handlers.current.onReady()
    }

    addEventListener('message', onMessage)
    return () => {
      clearInterval(pingTimer)
      clearTimeout(readyTimer)
      removeEventListener('message', onMessage)
    }
  }, [])

  return (
    <iframe
      ref={frame}
      className="stage__picture"
      src={getPlayerUrl(link)}
      title="Video"
      allow="autoplay; encrypted-media"
      // The player requires a referrer.
      referrerPolicy="strict-origin-when-cross-origin"
      tabIndex={-1}
    />
  )
}

function getPlayerUrl(link: string) {
  const parsed = parseYoutubeLink(link) ?? { video: '' }
  // The player repeats a single video only if the video is also its playlist.
  const [path, list] =
    'video' in parsed
      ? [parsed.video, `playlist=${parsed.video}`]
      : ['videoseries', `list=${parsed.playlist}`]
  return `${HOST}/embed/${path}?autoplay=1&mute=1&loop=1&${list}&controls=0&playsinline=1&rel=0&enablejsapi=1`
}

function isError(data: unknown) {
  try {
    return JSON.parse(String(data)).event === 'onError'
  } catch {
    return false
  }
}

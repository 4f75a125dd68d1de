import { useEffect, useState } from 'react'
import { serverNow } from '../data/server-clock.ts'

const SECOND_MS = 1_000

type Props = { now: string; timeZone: string }

/** The clinic's day and time. It ticks by itself, so that a second redraws this text and nothing else. */
export function ClockPanel({ now: first, timeZone }: Props) {
  const [now, setNow] = useState(first)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function tick() {
      const current = serverNow()
      setNow(current)
      timer = setTimeout(tick, SECOND_MS - (Date.parse(current) % SECOND_MS))
    }
    tick()
    return () => clearTimeout(timer)
  }, [])

  const { day, weekday, month, year, time } = parts(now, timeZone)
  return (
    <section className="stage__clock">
      <div className="stage__day">{day}</div>
      <div className="stage__date">
        <div className="stage__weekday">{weekday}</div>
        <div className="stage__month">
          {month} {year}
        </div>
      </div>
      <div className="stage__time">{time}</div>
    </section>
  )
}

const formats = new Map<string, Intl.DateTimeFormat>()

function parts(instant: string, timeZone: string) {
  const format = formats.get(timeZone) ?? formatFor(timeZone)
  formats.set(timeZone, format)
  const found: Record<string, string> = {}
  for (const { type, value } of format.formatToParts(new Date(instant))) found[type] = value
  const { day = '', weekday = '', month = '', year = '', hour, minute, second } = found
  const time = `${hour}:${minute}:${second}`
  return { day, weekday: weekday.toUpperCase(), month: month.toUpperCase(), year, time }
}

function formatFor(timeZone: string) {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    weekday: 'long',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: false,
  })
}

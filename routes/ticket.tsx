import type { ReactNode } from 'react'
import { LANGUAGE_CODES, LANGUAGES, type Language } from '#domain/tickets/languages'
import type { TicketView } from '#domain/tickets/ticket-view'
import { TICKET_PATH } from '#domain/tickets/ticket-view'
import { getClinicDay, getClinicMinute, getClinicTime, toPageTimeZone } from '#domain/time'
import type { ClinicSign } from '../islands/login/LoginCard.tsx'
import { describeTicket, getRoomSize } from '../islands/ticket/describe-ticket.ts'
import type { App } from '../server/context.ts'

type Props = { app: App; ticket: string; language: Language; clinic: ClinicSign }

export function TicketPage({ app, ticket, language, clinic, view }: Props & { view: TicketView }) {
  const timeZone = toPageTimeZone(app.config.timeZone)
  const { sentences } = LANGUAGES[language]
  const now = app.now()
  const texts = describeTicket(view, now, {
    sentences,
    toDay: at => getClinicDay(at, timeZone),
    toMinute: at => getClinicMinute(at, timeZone),
    toSecond: at => getClinicTime(at, timeZone),
  })
  return (
    <main
      className="ticket"
      data-state={view.state}
      data-room={getRoomSize(texts)}
      data-url={`/api${TICKET_PATH}/${ticket}`}
      data-ticket={JSON.stringify({ view, asOf: now, timeZone, sentences })}
    >
      <Head clinic={clinic}>
        <span data-text="clock">{texts.clock}</span>
      </Head>
      <section className="ticket__card ticket__number">
        <p className="ticket__label">{sentences.yourNumber}</p>
        <p
          className="ticket__digits"
          data-text="number"
          data-long={view.label.length > 3 || undefined}
        >
          {texts.number}
        </p>
        <p className="ticket__detail" data-text="day">
          {texts.day}
        </p>
      </section>
      <section className="ticket__card ticket__now" aria-live="polite">
        <p className="ticket__label ticket__short" data-text="label">
          {texts.label}
        </p>
        <p className="ticket__room" data-text="room" aria-hidden>
          {texts.room}
        </p>
        <h1 className="ticket__headline" data-text="headline">
          {texts.headline}
        </h1>
        <p className="ticket__detail" data-text="detail">
          {texts.detail}
        </p>
      </section>
      <section className="ticket__card ticket__last" hidden={texts.lastCalled === ''}>
        <span>{sentences.lastCalled}</span>
        <strong data-text="lastCalled">{texts.lastCalled}</strong>
      </section>
      <div className="ticket__tell" hidden>
        <button type="button">{sentences.tellMe}</button>
        <p role="status">{sentences.tellHint}</p>
      </div>
      <footer className="ticket__footer">
        <Languages current={language} path={`${TICKET_PATH}/${ticket}`} />
        <p className="ticket__stale" role="alert" />
        <p data-text="asOf">{texts.asOf}</p>
      </footer>
    </main>
  )
}

type MessageProps = Omit<Props, 'app'> & { text: string }

export function TicketMessage({ text, ticket, language, clinic }: MessageProps) {
  return (
    <main className="ticket">
      <Head clinic={clinic} />
      <section className="ticket__card ticket__now">
        <h1 className="ticket__headline">{text}</h1>
      </section>
      <footer className="ticket__footer">
        <Languages current={language} path={`${TICKET_PATH}/${ticket}`} />
      </footer>
    </main>
  )
}

function Head({ clinic, children }: { clinic: ClinicSign; children?: ReactNode }) {
  return (
    <header className="ticket__head">
      {clinic.logoUrl && <img className="ticket__logo" src={clinic.logoUrl} alt="" />}
      <span className="ticket__clinic">{clinic.clinicName}</span>
      {children}
    </header>
  )
}

function Languages({ current, path }: { current: Language; path: string }) {
  return (
    <nav className="ticket__languages" aria-label="Language">
      {LANGUAGE_CODES.map(code => (
        <a
          key={code}
          href={`${path}?lang=${code}`}
          lang={code}
          aria-current={code === current ? 'true' : undefined}
        >
          {LANGUAGES[code].name}
        </a>
      ))}
    </nav>
  )
}

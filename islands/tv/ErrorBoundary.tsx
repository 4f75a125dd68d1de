import { Component, type ReactNode } from 'react'

const RETRY_AFTER_MS = 60_000

/** Trouble in one part of the picture must not take the rest of it: the part is left out for a while. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }
  private timer: ReturnType<typeof setTimeout> | undefined

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch() {
    this.timer = setTimeout(() => this.setState({ isBroken: false }), RETRY_AFTER_MS)
  }

  override componentWillUnmount() {
    clearTimeout(this.timer)
  }

  override render() {
    return this.state.isBroken ? null : this.props.children
  }
}

import { Component, type ReactNode } from 'react'
import { rethrowLater } from '../data/timeout.ts'

const RETRY_AFTER_MS = 60_000

export class ErrorBoundary extends Component<{ children: ReactNode }, { hasError: boolean }> {
  override state = { hasError: false }
  private timer: ReturnType<typeof setTimeout> | undefined

  static getDerivedStateFromError() {
    return { hasError: true }
  }

  override componentDidCatch(cause: unknown) {
    rethrowLater(cause)
    this.timer = setTimeout(() => this.setState({ hasError: false }), RETRY_AFTER_MS)
  }

  override componentWillUnmount() {
    clearTimeout(this.timer)
  }

  override render() {
    return this.state.hasError ? null : this.props.children
  }
}

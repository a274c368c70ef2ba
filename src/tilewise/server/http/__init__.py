"""HTTP and the WebSocket: what the server's endpoints are."""

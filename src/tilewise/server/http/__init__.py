"""HTTP and the WebSocket: what the server's doors are."""

/// Defines LIMBER_SANITIZED under a sanitizer. GCC indicates one by a macro, Clang by a feature.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LIMBER_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LIMBER_SANITIZED
#endif
#endif

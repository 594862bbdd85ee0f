/// An array whose length never changes: its elements may be written, but none can be added or removed.
#pragma once

#include <algorithm>
#include <cassert>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

namespace limber {

template <class T>
class FixedArray {
 public:
  explicit FixedArray(std::size_t size, const T& value = {})
      : elements_(std::make_shared<T[]>(size, value)), size_(size) {}
  FixedArray(const FixedArray& from) : FixedArray(from.size_) { *this = from; }

  /// From as many elements; of any others only what fits.
  FixedArray& operator=(std::span<const T> from) {
    assert(from.size() == size_ && "the array keeps its length; give as many elements");
    std::copy_n(from.begin(), std::min(from.size(), size_), begin());
    return *this;
  }
  FixedArray& operator=(std::initializer_list<T> from) { return *this = std::span(from.begin(), from.size()); }
  FixedArray& operator=(const FixedArray& from) { return *this = std::span<const T>(from); }
  operator std::vector<T>() const { return {begin(), end()}; }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return elements_.get(); }
  const T* data() const { return elements_.get(); }
  T* begin() { return data(); }
  const T* begin() const { return data(); }
  T* end() { return data() + size_; }
  const T* end() const { return data() + size_; }
  T& operator[](std::size_t i) { return elements_[i]; }
  const T& operator[](std::size_t i) const { return elements_[i]; }
  T& front() { return elements_[0]; }
  const T& front() const { return elements_[0]; }
  T& back() { return elements_[size_ - 1]; }
  const T& back() const { return elements_[size_ - 1]; }
  /// A share in the elements, for a view that may outlive the array.
  std::shared_ptr<const void> share() const { return elements_; }
  friend bool operator==(const FixedArray& a, const FixedArray& b) { return a == std::span<const T>(b); }
  friend bool operator==(const FixedArray& a, std::span<const T> b) { return std::ranges::equal(a, b); }

 private:
  friend class Problem;  // its errors follow its goals
  void renew(std::size_t size) {
    elements_ = std::make_shared<T[]>(size);
    size_ = size;
  }

  std::shared_ptr<T[]> elements_;
  std::size_t size_;
};

}  // namespace limber
